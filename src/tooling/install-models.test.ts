import { expect, it } from 'vitest'
import { packagesFor } from './install-models.ts'

it('installs one exact version, with the program for this machine only', () => {
  expect(packagesFor('linux', 'x64', undefined)).toEqual(['node-llama-cpp@3.22.1', '@node-llama-cpp/linux-x64@3.22.1'])
  expect(packagesFor('darwin', 'arm64', undefined)[1]).toBe('@node-llama-cpp/mac-arm64-metal@3.22.1')
  expect(packagesFor('win32', 'x64', 'vulkan')[2]).toBe('@node-llama-cpp/win-x64-vulkan@3.22.1')
})

it('says so when there is no program for a machine or a graphics card', () => {
  expect(() => packagesFor('freebsd', 'x64', undefined)).toThrow('docs/local-models.md')
  expect(() => packagesFor('darwin', 'arm64', 'cuda')).toThrow('Leave it out')
  expect(() => packagesFor('linux', 'x64', 'abacus')).toThrow('vulkan or cuda')
})
