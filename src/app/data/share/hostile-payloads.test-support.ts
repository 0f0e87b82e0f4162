import { toBase64Url } from './share-codec.ts'
import { limits, type ShareFault } from './shared-setup.ts'

type Bytes = Uint8Array<ArrayBuffer>
type Hostile = readonly [what: string, payload: string, fault: ShareFault]

const bytesOf = (text: string): Bytes => new TextEncoder().encode(text)
const toPayload = (bytes: Bytes): string => `1.${toBase64Url(bytes)}`

async function compress(content: string | Bytes, format: CompressionFormat): Promise<Bytes> {
  const compressed = new Blob([content]).stream().pipeThrough(new CompressionStream(format))
  return new Uint8Array(await new Response(compressed).arrayBuffer())
}

/** Deflates text or bytes as the `s=` value of a link. */
export async function payloadOf(content: string | Bytes): Promise<string> {
  return toPayload(await compress(content, 'deflate-raw'))
}

/** Encodes JSON as the `s=` value of a link. */
export function packed(json: unknown): Promise<string> {
  return payloadOf(JSON.stringify(json))
}

const whole = await compress('{"panes":[{}]}', 'deflate-raw')
const followedBy = (...more: number[]): string => toPayload(Uint8Array.of(...whole, ...more))

/** Invalid `s=` values: description, value, and expected error. */
export const hostilePayloads: readonly Hostile[] = [
  ['nothing', '', 'damaged'],
  ['no version', 'abc', 'damaged'],
  ['a word for a version', 'one.abc', 'damaged'],
  ['version nought', '0.abc', 'damaged'],
  ['a version of the future', '2.abc', 'newer-version'],
  ['a version beyond all numbers', `${'9'.repeat(40)}.abc`, 'damaged'],
  ['text that is no base64url', '1.a+b/c=', 'damaged'],
  ['half a byte', '1.a', 'damaged'],
  ['no bytes', '1.', 'damaged'],
  ['bytes that are no deflate', toPayload(bytesOf('hello there')), 'damaged'],
  ['zlib where raw deflate belongs', toPayload(await compress('{"panes":[{}]}', 'deflate')), 'damaged'],
  ['gzip where raw deflate belongs', toPayload(await compress('{"panes":[{}]}', 'gzip')), 'damaged'],
  ['no JSON', await payloadOf('panes'), 'damaged'],
  ['JSON cut short', await payloadOf('{"panes":[{}'), 'damaged'],
  ['text that is no UTF-8', await payloadOf(Uint8Array.of(0x22, 0xff, 0xfe, 0x22)), 'damaged'],
  ['a byte-order mark', await payloadOf('\uFEFF{"panes":[{}]}'), 'damaged'],
  ['a bomb', await payloadOf(new Uint8Array(64 * limits.inflatedBytes)), 'too-large'],
  [
    'a bomb of spaces round a setup',
    await payloadOf(' '.repeat(2 * limits.inflatedBytes) + '{"panes":[{}]}'),
    'too-large',
  ],
  ['more text than any link', `1.${'A'.repeat(3 * limits.inflatedBytes)}`, 'too-large'],
  ['brackets without end', await payloadOf('['.repeat(500_000)), 'damaged'],
  ['brackets a hundred thousand deep', await payloadOf('['.repeat(100_000) + ']'.repeat(100_000)), 'not-a-setup'],
  ['null', await packed(null), 'not-a-setup'],
  ['a number', await packed(1), 'not-a-setup'],
  ['a list', await packed([]), 'not-a-setup'],
  ['an empty object', await packed({}), 'not-a-setup'],
  ['panes that are no list', await packed({ panes: 'x' }), 'not-a-setup'],
  ['panes without one', await packed({ panes: [] }), 'not-a-setup'],
  ['a pane that is null', await packed({ panes: [null] }), 'not-a-setup'],
  ['a pane that is a list', await packed({ panes: [[]] }), 'not-a-setup'],
  ['messages that are no list', await packed({ panes: [{ said: {} }] }), 'not-a-setup'],
  ['a message that is none', await packed({ panes: [{ said: ['u'] }] }), 'not-a-setup'],
  ['a message of nobody', await packed({ panes: [{ said: [['x', 'text']] }] }), 'not-a-setup'],
  ['a message of a tool', await packed({ panes: [{ said: [['tool', 'text']] }] }), 'not-a-setup'],
  ['a message whose text is an object', await packed({ panes: [{ said: [['u', { toString: 'x' }]] }] }), 'not-a-setup'],
  [
    'messages beyond counting',
    await packed({ panes: [{ said: Array.from({ length: limits.messages + 1 }, () => ['u', '']) }] }),
    'not-a-setup',
  ],
  ['an address that runs script', await packed({ panes: [{ at: 'javascript:alert(1)' }] }), 'not-a-setup'],
  ['an address with a password', await packed({ panes: [{ at: 'https://me:secret@example.org/v1' }] }), 'not-a-setup'],
  ['an address with a query', await packed({ panes: [{ at: 'https://example.org/v1?key=x' }] }), 'not-a-setup'],
  ['an address that is none', await packed({ panes: [{ at: '//example.org' }] }), 'not-a-setup'],
  ['an address that is a list', await packed({ panes: [{ at: ['https://example.org'] }] }), 'not-a-setup'],
  ['an address of a file', await packed({ panes: [{ at: 'file:///etc/passwd' }] }), 'not-a-setup'],
  ['a deflate without its end', toPayload(whole.subarray(0, -1)), 'damaged'],
]

/** As above, but only browsers must refuse them: Node 20 decompresses them. */
export const overlongPayloads: readonly Hostile[] = [
  ['a whole deflate with bytes behind it', followedBy(...bytesOf('more')), 'damaged'],
  ['a whole deflate with one byte behind it', followedBy(0), 'damaged'],
  ['one deflate behind another', followedBy(...whole), 'damaged'],
]
