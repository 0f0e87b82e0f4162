import type { Grammar } from './highlight-line.ts'

/** A language of code blocks: its label, and how to load its grammar. */
export interface Language {
  label: string
  load: () => Promise<Grammar>
}

const clike = () => import('@codemirror/legacy-modes/mode/clike')
const script = () => import('@codemirror/legacy-modes/mode/javascript')
const styles = () => import('@codemirror/legacy-modes/mode/css')
const queries = () => import('@codemirror/legacy-modes/mode/sql')
const markup = () => import('@codemirror/legacy-modes/mode/xml')
const caml = () => import('@codemirror/legacy-modes/mode/mllike')

type Row = [names: string, label: string, load: () => Promise<Grammar>]

/** One row per language: the names used after a fence, its label, its grammar. */
const rows: readonly Row[] = [
  ['ts typescript mts cts', 'TypeScript', () => script().then((mode) => mode.typescript)],
  ['tsx', 'TSX', () => script().then((mode) => mode.typescript)],
  ['js javascript mjs cjs node', 'JavaScript', () => script().then((mode) => mode.javascript)],
  ['jsx', 'JSX', () => script().then((mode) => mode.javascript)],
  ['json jsonc json5 jsonl', 'JSON', () => script().then((mode) => mode.json)],
  ['py python python3', 'Python', () => import('@codemirror/legacy-modes/mode/python').then((mode) => mode.python)],
  [
    'sh bash shell zsh fish console terminal',
    'Shell',
    () => import('@codemirror/legacy-modes/mode/shell').then((mode) => mode.shell),
  ],
  [
    'powershell ps1 pwsh',
    'PowerShell',
    () => import('@codemirror/legacy-modes/mode/powershell').then((mode) => mode.powerShell),
  ],
  ['css', 'CSS', () => styles().then((mode) => mode.css)],
  ['scss', 'SCSS', () => styles().then((mode) => mode.sCSS)],
  ['less', 'Less', () => styles().then((mode) => mode.less)],
  ['html htm vue svelte', 'HTML', () => markup().then((mode) => mode.html)],
  ['xml svg xhtml', 'XML', () => markup().then((mode) => mode.xml)],
  ['sql sqlite', 'SQL', () => queries().then((mode) => mode.standardSQL)],
  ['postgres postgresql pgsql', 'PostgreSQL', () => queries().then((mode) => mode.pgSQL)],
  ['mysql mariadb', 'MySQL', () => queries().then((mode) => mode.mySQL)],
  ['c h', 'C', () => clike().then((mode) => mode.c)],
  ['cpp c++ cc hpp cxx', 'C++', () => clike().then((mode) => mode.cpp)],
  ['cs csharp c#', 'C#', () => clike().then((mode) => mode.csharp)],
  ['java', 'Java', () => clike().then((mode) => mode.java)],
  ['kotlin kt kts', 'Kotlin', () => clike().then((mode) => mode.kotlin)],
  ['scala', 'Scala', () => clike().then((mode) => mode.scala)],
  ['dart', 'Dart', () => clike().then((mode) => mode.dart)],
  ['objc objective-c objectivec', 'Objective-C', () => clike().then((mode) => mode.objectiveC)],
  ['glsl', 'GLSL', () => clike().then((mode) => mode.shader)],
  ['go golang', 'Go', () => import('@codemirror/legacy-modes/mode/go').then((mode) => mode.go)],
  ['rs rust', 'Rust', () => import('@codemirror/legacy-modes/mode/rust').then((mode) => mode.rust)],
  ['swift', 'Swift', () => import('@codemirror/legacy-modes/mode/swift').then((mode) => mode.swift)],
  ['rb ruby', 'Ruby', () => import('@codemirror/legacy-modes/mode/ruby').then((mode) => mode.ruby)],
  ['perl pl', 'Perl', () => import('@codemirror/legacy-modes/mode/perl').then((mode) => mode.perl)],
  ['lua', 'Lua', () => import('@codemirror/legacy-modes/mode/lua').then((mode) => mode.lua)],
  ['r', 'R', () => import('@codemirror/legacy-modes/mode/r').then((mode) => mode.r)],
  ['julia jl', 'Julia', () => import('@codemirror/legacy-modes/mode/julia').then((mode) => mode.julia)],
  ['haskell hs', 'Haskell', () => import('@codemirror/legacy-modes/mode/haskell').then((mode) => mode.haskell)],
  ['ocaml ml', 'OCaml', () => caml().then((mode) => mode.oCaml)],
  ['fsharp f# fs', 'F#', () => caml().then((mode) => mode.fSharp)],
  ['clojure clj', 'Clojure', () => import('@codemirror/legacy-modes/mode/clojure').then((mode) => mode.clojure)],
  ['erlang erl', 'Erlang', () => import('@codemirror/legacy-modes/mode/erlang').then((mode) => mode.erlang)],
  ['groovy gradle', 'Groovy', () => import('@codemirror/legacy-modes/mode/groovy').then((mode) => mode.groovy)],
  ['yaml yml', 'YAML', () => import('@codemirror/legacy-modes/mode/yaml').then((mode) => mode.yaml)],
  ['toml', 'TOML', () => import('@codemirror/legacy-modes/mode/toml').then((mode) => mode.toml)],
  [
    'ini properties env dotenv conf',
    'Settings',
    () => import('@codemirror/legacy-modes/mode/properties').then((mode) => mode.properties),
  ],
  [
    'dockerfile docker',
    'Dockerfile',
    () => import('@codemirror/legacy-modes/mode/dockerfile').then((mode) => mode.dockerFile),
  ],
  ['nginx', 'nginx', () => import('@codemirror/legacy-modes/mode/nginx').then((mode) => mode.nginx)],
  ['cmake', 'CMake', () => import('@codemirror/legacy-modes/mode/cmake').then((mode) => mode.cmake)],
  [
    'proto protobuf',
    'Protocol Buffers',
    () => import('@codemirror/legacy-modes/mode/protobuf').then((mode) => mode.protobuf),
  ],
  ['diff patch', 'Diff', () => import('@codemirror/legacy-modes/mode/diff').then((mode) => mode.diff)],
  ['tex latex', 'LaTeX', () => import('@codemirror/legacy-modes/mode/stex').then((mode) => mode.stex)],
]

const languages = new Map<string, Language>(
  rows.flatMap(([names, label, load]) => names.split(' ').map((name) => [name, { label, load }] as const)),
)

/** The language with this name, ignoring case; undefined if it has no grammar here. */
export function findLanguage(name: string): Language | undefined {
  return languages.get(name.toLowerCase())
}
