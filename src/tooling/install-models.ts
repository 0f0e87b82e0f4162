// `npm run models:install`: installs node-llama-cpp, which serves local models, into a folder of its own. It isn't among
// the dependencies, since most users of Parley don't need its 85 MB, and stays there when `npm ci` makes node_modules anew.
import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findLlamaLibrary, libraryFolder, llamaVersion } from '#server/models/process/llama-library.ts'

/** The packages with llama.cpp for each machine; for some graphics cards there are others besides. */
const programs: Readonly<Record<string, string>> = {
  'linux x64': 'linux-x64',
  'linux arm64': 'linux-arm64',
  'linux arm': 'linux-armv7l',
  'linux riscv64': 'linux-riscv64',
  'darwin arm64': 'mac-arm64-metal',
  'darwin x64': 'mac-x64',
  'win32 x64': 'win-x64',
  'win32 arm64': 'win-arm64',
}
const graphicsCards: Readonly<Record<string, readonly string[]>> = { vulkan: ['vulkan'], cuda: ['cuda', 'cuda-ext'] }

/** The packages to install; throws an `Error` for a machine or a graphics card that has none. */
export function packagesFor(platform: string, arch: string, card: string | undefined): string[] {
  const program = programs[`${platform} ${arch}`]
  if (program === undefined) {
    throw new Error(
      `There is no prebuilt llama.cpp for ${platform} on ${arch}. Install node-llama-cpp yourself: see docs/local-models.md.`,
    )
  }
  const variants = card === undefined ? [] : graphicsCards[card]
  if (!variants || (variants.length > 0 && !/^(?:linux|win)-x64$/u.test(program))) {
    throw new Error(
      `There is no prebuilt llama.cpp for “${card}” here. Leave it out; on Linux and Windows with x64 it may be vulkan or cuda.`,
    )
  }
  const names = ['', ...variants.map((each) => `-${each}`)].map((variant) => `@node-llama-cpp/${program}${variant}`)
  return ['node-llama-cpp', ...names].map((name) => `${name}@${llamaVersion}`)
}

/** Installs the library unless it is there, without running any of its scripts. Returns whether it is there now. */
export function installModels(card?: string): boolean {
  if (card === undefined && findLlamaLibrary(process.cwd()) !== undefined) return true
  mkdirSync(libraryFolder, { recursive: true })
  // A project of its own, so that npm leaves ours alone.
  writeFileSync(join(libraryFolder, 'package.json'), `${JSON.stringify({ name: 'parley-llama', private: true })}\n`)
  const options = ['--ignore-scripts', '--omit=optional', '--no-audit', '--no-fund', '--loglevel=error']
  const packages = packagesFor(process.platform, process.arch, card)
  const { status } = spawnSync('npm', ['install', ...options, ...packages], {
    cwd: libraryFolder,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  })
  return status === 0 && findLlamaLibrary(process.cwd()) !== undefined
}

// Only when run directly: tests import this file.
if (process.argv[1] === import.meta.filename) {
  try {
    if (installModels(process.argv[2]))
      console.log(`node-llama-cpp ${llamaVersion} is installed. Start with PARLEY_MODELS=./models`)
    else {
      console.error(
        'node-llama-cpp could not be installed: see npm’s message above. Check the connection, and try again.',
      )
      process.exitCode = 1
    }
  } catch (reason) {
    console.error(reason instanceof Error ? reason.message : String(reason))
    process.exitCode = 1
  }
}
