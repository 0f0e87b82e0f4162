import { fence } from '#service/engines/demo/demo-model.ts'
import type { Draft } from './draft.ts'
import type { ProseBlock } from './blocks.ts'

function listing(language: string, write: (draft: Draft) => string): ProseBlock {
  return (draft) => fence(write(draft), language)
}

/** Code blocks, one per language. */
export const codeBlocks: readonly ProseBlock[] = [
  listing(
    'typescript',
    ({ section, noun }) => `interface Step${section} {
  name: string
  weight: number
}

/** Adds up what the steps weigh. */
export function weigh(steps: readonly Step${section}[]): number {
  return steps.reduce((sum, { weight }) => sum + weight, 0)
}

console.log(weigh([{ name: '${noun()}', weight: ${section} }]))`,
  ),
  listing(
    'python',
    ({ section, noun }) => `from dataclasses import dataclass


@dataclass
class Reading:
    place: str
    depth: float = ${section}.5


def deepest(readings: list[Reading]) -> Reading | None:
    """The reading that goes furthest down."""
    return max(readings, key=lambda reading: reading.depth, default=None)


print(deepest([Reading("${noun()}"), Reading("${noun()}", 2.0)]))`,
  ),
  listing(
    'rust',
    ({ section, noun }) => `fn longest<'a>(words: &[&'a str]) -> Option<&'a str> {
    words.iter().copied().max_by_key(|word| word.len())
}

fn main() {
    let words = ["${noun()}", "${noun()}"];
    match longest(&words) {
        Some(word) => println!("${section}: {word}"),
        None => eprintln!("no words"),
    }
}`,
  ),
  listing(
    'sql',
    ({ section, noun }) => `select harbour.name, count(*) as boats, avg(boat.length) as mean_length
from boat
join harbour on harbour.id = boat.harbour_id
where boat.built >= ${1900 + (section % 100)} and boat.name <> '${noun()}'
group by harbour.name
having count(*) > ${section % 9}
order by boats desc;`,
  ),
  listing(
    'bash',
    ({ section, noun }) => `#!/usr/bin/env bash
set -euo pipefail
for file in ./${noun()}/*.txt; do
  lines=$(wc -l < "$file")
  [ "$lines" -gt ${section} ] && echo "$file: $lines lines" # long ones only
done`,
  ),
  listing('json', ({ section, noun }) =>
    JSON.stringify({ section, name: noun(), tags: [noun(), noun()], open: section % 2 === 0, parent: null }, null, 2),
  ),
  listing(
    'go',
    ({ section, noun }) => `package main

import "fmt"

func main() {
	counts := map[string]int{"${noun()}": ${section}}
	for name, count := range counts {
		fmt.Printf("%s: %d\\n", name, count)
	}
}`,
  ),
  listing(
    'css',
    ({ section, noun }) => `.${noun()}-${section} {
  display: grid;
  grid-template-columns: minmax(0, 1fr) auto;
  gap: ${section % 24}px;
  color: oklch(0.35 0.02 ${section % 360});
}`,
  ),
  listing(
    'html',
    ({ section, noun }) => `<section id="part-${section}">
  <h2>The ${noun()}</h2>
  <p>Half of <em>this</em> is <a href="#part-${section}">a link</a>.</p>
</section>`,
  ),
  listing(
    'diff',
    ({ section, noun }) => `--- a/${noun()}.txt
+++ b/${noun()}.txt
@@ -${section},2 +${section},2 @@
-the old line
+the new line
 and one that stays`,
  ),
  listing(
    'markdown',
    ({ section, noun }) => `A fence inside a fence:

\`\`\`text
${noun()} ${section}
\`\`\``,
  ),
]
