import { CornerUpRight, EllipsisVertical, Plus, SlidersHorizontal } from 'lucide-react'
import { workspace } from '#app/chat/store/open-workspace.ts'
import type { Pane } from '#app/chat/store/workspace.ts'
import { maxPanes } from '#app/data/setup.ts'
import { Menu, type MenuGroup } from '#app/ui/menu.tsx'
import { applyToAll } from './pane-parameters.tsx'
import type { PaneNotice } from './pane-notice.tsx'

export interface PaneMenuProps {
  pane: Pane
  /** Counted from 1. */
  place: number
  panes: readonly Pane[]
  /** The name of a pane's model. */
  nameOf: (pane: Pane) => string
  /** Reports what was done, with Undo. */
  onDone: (note: PaneNotice) => void
}

/** Actions that involve other panes: copy its branch or share its parameters. */
export function PaneMenu(props: PaneMenuProps) {
  return (
    <Menu label={`More for pane ${props.place}`} groups={() => groupsOf(props)}>
      <EllipsisVertical aria-hidden size={16} />
    </Menu>
  )
}

function groupsOf({ pane, place, panes, nameOf, onDone }: PaneMenuProps): MenuGroup[] {
  const { tip } = pane.store.getState()
  const send = (to: Pane | null) => {
    if (tip !== null) workspace.getState().sendBranch(pane.id, tip, to?.id ?? null)
  }
  return [
    {
      items: [
        ...panes.flatMap((other, index) => {
          if (other === pane) return []
          return {
            label: `Branch to pane ${index + 1} · ${nameOf(other)}`,
            icon: <CornerUpRight size={16} />,
            disabled: tip === null,
            onSelect: () => {
              send(other)
              onDone({
                message: `Copied the branch of pane ${place} to pane ${index + 1}.`,
                undo: () => other.store.getState().undo(),
              })
            },
          }
        }),
        {
          label: 'Branch to a new pane',
          icon: <Plus size={16} />,
          disabled: tip === null || panes.length === maxPanes,
          onSelect: () => {
            send(null)
            onDone({ message: `Copied the branch of pane ${place} to pane ${panes.length + 1}.` })
          },
        },
      ],
    },
    {
      items: [
        {
          label: 'Apply parameters to all panes',
          icon: <SlidersHorizontal size={16} />,
          onSelect: () => onDone(applyToAll(pane, place)),
        },
      ],
    },
  ]
}
