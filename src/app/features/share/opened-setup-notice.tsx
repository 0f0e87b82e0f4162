import { useRouterState } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useStore } from 'zustand'
import type { ShareFault } from '#app/data/share/shared-setup.ts'
import { Button } from '#app/ui/button.tsx'
import { formatCount } from '#app/ui/format.ts'
import { Notice } from '#app/ui/notice.tsx'
import {
  addServersAndOpen,
  dismissOpened,
  openedSetup,
  openOfferedSetup,
  openWithoutServers,
  restorePrevious,
} from './opened-setup.ts'

const faultWords: Record<ShareFault, string> = {
  damaged:
    'This link or file is damaged or incomplete, so nothing was opened. Ask for it again, as a file if it was long.',
  'too-large': 'This link or file holds more than a setup may, so nothing was opened. Ask for one with fewer messages.',
  'newer-version':
    'This link was made by a newer Parley, so nothing was opened. Reload this page or update Parley, then open it again.',
  'not-a-setup':
    'This link or file holds no setup that Parley knows, so nothing was opened. Check that it is the right one.',
}

/** Shown above the page after a shared setup was opened: what happened, and what can be done about it. */
export function OpenedSetupNotice() {
  const opened = useStore(openedSetup)
  const inPlayground = useRouterState({ select: ({ location: { pathname } }) => /^\/(?:c\/.*)?$/u.test(pathname) })
  switch (opened.state) {
    case 'none':
      return null
    case 'fault':
      return (
        <NoticeBar>
          <Notice tone="danger" actions={<Dismiss />}>
            {faultWords[opened.fault]}
          </Notice>
        </NoticeBar>
      )
    case 'offers':
      // The offer is about the text in the composer.
      return !inPlayground ? null : (
        <NoticeBar>
          <Notice
            tone="info"
            actions={
              <>
                <Button size="small" onClick={openOfferedSetup}>
                  Open as a setup
                </Button>
                <Button size="small" variant="quiet" onClick={dismissOpened}>
                  Keep as text
                </Button>
              </>
            }
          >
            That looks like a curl command. It can be opened as a setup; its key is left behind.
          </Notice>
        </NoticeBar>
      )
    case 'asks':
      return (
        <NoticeBar>
          <Notice
            tone="warning"
            actions={
              <>
                <Button size="small" onClick={addServersAndOpen}>
                  Add and open
                </Button>
                <Button size="small" onClick={openWithoutServers}>
                  Open without it
                </Button>
                <Dismiss />
              </>
            }
          >
            This setup asks {opened.baseUrls.join(' and ')}. What you send would go there. It is added without a key;
            none of yours is sent to it. Nothing has been sent there.
          </Notice>
        </NoticeBar>
      )
    case 'imported':
      return (
        <NoticeBar>
          <Notice tone="info" actions={<Dismiss />}>
            {opened.added === 1 ? '1 conversation is' : `${formatCount(opened.added)} conversations are`} in the history
            now.
          </Notice>
        </NoticeBar>
      )
    case 'refused':
      return (
        <NoticeBar>
          <Notice tone="danger" actions={<Dismiss />}>
            The conversations in that file were not imported. {opened.refusal}
          </Notice>
        </NoticeBar>
      )
    case 'opened':
      return (
        <NoticeBar>
          <Notice
            tone="info"
            actions={
              <>
                <Button size="small" onClick={restorePrevious}>
                  Back to what was open
                </Button>
                <Dismiss />
              </>
            }
          >
            {opened.sent
              ? 'This conversation began as a shared setup.'
              : 'A shared setup is open, as a new conversation. Nothing has been sent.'}
          </Notice>
        </NoticeBar>
      )
  }
}

function NoticeBar({ children }: { children: ReactNode }) {
  return <div className="border-b border-line px-4 py-3 md:px-5">{children}</div>
}

function Dismiss() {
  return (
    <Button size="small" variant="quiet" onClick={dismissOpened}>
      Dismiss
    </Button>
  )
}
