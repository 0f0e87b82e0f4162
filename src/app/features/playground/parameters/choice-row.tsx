import { useStore } from 'zustand'
import { Select } from '#app/ui/select.tsx'
import { parameters } from '#contract/parameters.ts'
import { type ControlProps, ParameterHeader, UnsupportedNote } from './parameter-row.tsx'
import { useSettingFocus } from './setting-to-focus.ts'

/** One of a few words; the first option sends nothing. */
export function ChoiceRow({ name, store, id, unsupportedBy }: ControlProps<'choice'>) {
  const { label, help, allowed } = parameters[name]
  const value = useStore(store, (state) => state.parameters[name])
  const field = useSettingFocus<HTMLSelectElement>(store, name)
  const set = (next: string | undefined) => store.getState().setParameter(name, next)
  return (
    <div className="grid gap-1">
      <ParameterHeader
        label={label}
        htmlFor={id}
        help={help}
        changed={value !== undefined}
        onReset={() => set(undefined)}
      >
        <Select
          ref={field}
          id={id}
          value={value ?? ''}
          onChange={({ target }) => set(target.value === '' ? undefined : target.value)}
          className="w-32"
        >
          <option value="">Not sent</option>
          {allowed.values.map((each) => (
            <option key={each} value={each}>
              {each.charAt(0).toUpperCase() + each.slice(1)}
            </option>
          ))}
        </Select>
      </ParameterHeader>
      {/* Most models don't support it, so it says so only once it is set. */}
      <UnsupportedNote by={value === undefined ? undefined : unsupportedBy} changed />
    </div>
  )
}
