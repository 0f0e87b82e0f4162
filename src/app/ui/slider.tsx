import './slider.css'

declare module 'react' {
  interface CSSProperties {
    /** How far along its track a slider stands, from 0 to 1. */
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
  /** The value in words, for those who hear it. */
  valueText?: string
}

/**
 * A one-thumb slider: the browser's own, so that keys, touch and assistive tools work as people are used to. Base UI's
 * wraps the same input in 12 KB.
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
