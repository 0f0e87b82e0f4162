import { deceptions } from './deceptions.ts'
import { drawings } from './drawings.ts'
import { embeddings } from './embeddings.ts'
import { encodings } from './encodings.ts'
import { images } from './images.ts'
import { maths } from './maths.ts'
import { names } from './names.ts'
import { otherProtocols } from './other-protocols.ts'
import { references } from './references.ts'
import { scriptLinks } from './script-links.ts'
import { scripts } from './scripts.ts'
import { structures } from './structures.ts'
import { unfinished } from './unfinished.ts'

/** Everything hostile that we know a reply to hold, by kind. All of it is to become harmless text, links and the like. */
export const hostileStrings = {
  scripts,
  drawings,
  scriptLinks,
  otherProtocols,
  encodings,
  deceptions,
  references,
  images,
  embeddings,
  names,
  structures,
  maths,
  unfinished,
} satisfies Record<string, readonly string[]>
