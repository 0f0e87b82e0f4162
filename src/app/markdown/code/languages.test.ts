import { describe, expect, it } from 'vitest'
import { createGrowingCode } from './growing-code.ts'
import { findLanguage } from './languages.ts'

const samples: Record<string, [code: string, keyword: string]> = {
  ts: ['interface A { b: string }', 'interface'],
  tsx: ['export const a = <b>c</b>', 'export'],
  js: ['const a = `b`', 'const'],
  python: ['import os', 'import'],
  bash: ['if true; then echo a; fi', 'if'],
  go: ['func main() {}', 'func'],
  rust: ['fn main() {}', 'fn'],
  java: ['public class A {}', 'public'],
  'c++': ['return a;', 'return'],
  'C#': ['namespace A;', 'namespace'],
  kotlin: ['fun main() {}', 'fun'],
  swift: ['let a = 1', 'let'],
  ruby: ['def a; end', 'def'],
  sql: ['select * from a', 'select'],
  lua: ['local a = 1', 'local'],
  r: ['if (a) b', 'if'],
  powershell: ['if ($a) { b }', 'if'],
  dockerfile: ['FROM node', 'FROM'],
  html: ['<p class="a">', 'p'],
  haskell: ['module A where', 'module'],
}

describe('languageNamed', () => {
  it.each(Object.entries(samples))('highlights %s', async (name, [code, keyword]) => {
    const grammar = await findLanguage(name)?.load()
    const pieces = createGrowingCode()
      .read(code, grammar)
      .chunks.flat()
      .flatMap((line) => line.pieces)
    const keywords = pieces.filter(({ kind }) => kind === 'keyword').flatMap(({ text }) => text.trim().split(' '))
    expect(keywords).toContain(keyword)
    expect(pieces.map(({ text }) => text).join('')).toBe(code)
  })

  it('has a grammar for every known name', async () => {
    const names = ['json', 'css', 'scss', 'less', 'xml', 'postgres', 'mysql', 'c', 'scala', 'dart', 'objc', 'glsl']
      .concat(['perl', 'julia', 'ocaml', 'fsharp', 'clojure', 'erlang', 'groovy', 'yaml', 'toml', 'ini', 'nginx'])
      .concat(['cmake', 'proto', 'diff', 'tex', 'jsx'])
    const grammars = await Promise.all(names.map(async (name) => findLanguage(name)?.load()))
    expect(grammars.map((grammar) => typeof grammar?.token)).toEqual(names.map(() => 'function'))
  })

  it.each(['', 'klingon', '__proto__', 'constructor', 'toString'])('does not know %j', (name) => {
    expect(findLanguage(name)).toBeUndefined()
  })
})
