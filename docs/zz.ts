import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { shrinkPng } from './shrink-png.ts'
for (const f of readdirSync('docs/images')) { const p = 'docs/images/' + f; const b = readFileSync(p); const t=Date.now(); const s = shrinkPng(b); console.log(f, b.length, s.length, Date.now()-t); writeFileSync(p, s) }
