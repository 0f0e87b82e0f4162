import { Component, type ReactNode } from 'react'

interface TextBoundaryProps {
  /** What stands in for the children where drawing them failed. */
  fallback: ReactNode
  children: ReactNode
}

/** Keeps a defect in formatting from taking the page with it: the reader still gets the text. */
export class TextBoundary extends Component<TextBoundaryProps, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override render() {
    return this.state.failed ? this.props.fallback : this.props.children
  }
}
