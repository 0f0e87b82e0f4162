import { Slider as BaseSlider } from '@base-ui/react/slider'

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

/** A one-thumb slider over a native range input, so that keys, touch and assistive tools work as they are used to. */
export function Slider({ label, value, onChange, min, max, step, valueText }: SliderProps) {
  return (
    <BaseSlider.Root<number> value={value} onValueChange={(next) => onChange(next)} min={min} max={max} step={step}>
      <BaseSlider.Control className="flex h-6 touch-none items-center select-none">
        <BaseSlider.Track className="h-1 w-full rounded-full bg-line-strong">
          <BaseSlider.Indicator className="rounded-full bg-accent" />
          <BaseSlider.Thumb
            aria-label={label}
            getAriaValueText={valueText === undefined ? null : () => valueText}
            className="size-4 rounded-full border-[1.5px] border-accent bg-surface-raised has-[:focus-visible]:outline-2 has-[:focus-visible]:outline-offset-2 has-[:focus-visible]:outline-accent"
          />
        </BaseSlider.Track>
      </BaseSlider.Control>
    </BaseSlider.Root>
  )
}
