import './slider.css'

declare module 'react' {
  interface CSSProperties {
    /** A slider's position on its track, from 0 to 1. */
    '--share'?: number
  }
}

interface SliderProps {
  label: string
  value: number
  onChange: (value: number) => void
  min: number
  max: number
  step: number
  /** The value in words, for screen readers. */
  valueText?: string
}

/**
 * A one-thumb slider. Uses the native input, so that keys, touch and assistive technology work as usual. Base UI's slider
 * wraps the same input and adds 12 KB.
 */
export function Slider({ label, value, onChange, valueText, ...range }: SliderProps) {
  const share = (value - range.min) / (range.max - range.min)
  return (
    <input
      type="range"
      aria-label={label}
      aria-valuetext={valueText}
      value={value}
      onChange={(event) => onChange(event.target.valueAsNumber)}
      {...range}
      className="slider"
      style={{ '--share': share }}
    />
  )
}
