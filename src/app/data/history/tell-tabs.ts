/** Hands a message to the other tabs that listen on a channel. */
export function tellTabs(channel: BroadcastChannel, message: unknown): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no other origin
  channel.postMessage(message)
}
