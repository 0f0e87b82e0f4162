// The peers are installed only when the bench runs: here stands as much of them as its pages use.

declare module 'streamdown' {
  import type { ReactNode } from 'react'
  export function Streamdown(props: { plugins: object; isAnimating: boolean; children: string }): ReactNode
}

declare module '@streamdown/code' {
  export const code: object
}

declare module 'marked' {
  export const marked: { lexer(text: string): { raw: string }[] }
}

declare module 'rehype-highlight' {
  const rehypeHighlight: () => void
  export default rehypeHighlight
}
