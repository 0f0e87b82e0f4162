// The peers are installed only when the benchmark runs. These are the declarations its pages need.

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
