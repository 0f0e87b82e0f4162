import type { Role } from '#app/data/message.ts'
import { roleNames, roles } from '#app/data/role-names.ts'

interface RoleSelectProps {
  label: string
  role: Role
  onChange: (role: Role) => void
}

/** Chooses who says something. */
export function RoleSelect({ label, role, onChange }: RoleSelectProps) {
  return (
    <label className="inline-flex items-center gap-1.5 text-xs text-text-muted">
      {label}
      <select
        value={role}
        onChange={({ target }) => onChange(roles.find((each) => each === target.value) ?? 'user')}
        className="h-6.5 rounded-md border border-control bg-surface-raised px-1 text-xs text-text pointer-coarse:h-9"
      >
        {roles.map((each) => (
          <option key={each} value={each}>
            {roleNames[each]}
          </option>
        ))}
      </select>
    </label>
  )
}
