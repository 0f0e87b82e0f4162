import './slider.css'

declare module 'react' {
  interface CSSProperties {
    /** Where the filled part of a slider's track starts and ends, from 0 to 1. */
    '--from'?: number
    '--to'?: number
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
  /** Whether the value was chosen: otherwise the track isn't filled. */
  isSet: boolean
}

/**
 * A one-thumb slider, filled from 0, or from its lower end where that is higher. Uses the native input, so that keys, touch and assistive technology work as usual. Base UI's slider
 * wraps the same input and adds 12 KB.
 */
export function Slider({ label, value, onChange, valueText, isSet, ...range }: SliderProps) {
  const shareOf = (number: number) => (number - range.min) / (range.max - range.min)
  const share = shareOf(value)
  const origin = isSet ? shareOf(Math.max(0, range.min)) : share
  return (
    <input
      type="range"
      aria-label={label}
      aria-valuetext={valueText}
      value={value}
      onChange={(event) => onChange(event.target.valueAsNumber)}
      {...range}
      data-set={isSet ? '' : undefined}
      className="slider"
      style={{ '--from': Math.min(origin, share), '--to': Math.max(origin, share) }}
    />
  )
}
