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
  damaged: 'This link or file is damaged or incomplete. Ask for it again, or for a file if the link was long.',
  'too-large': 'This link or file is too large to open. Ask for one with fewer messages.',
  'newer-version':
    'This link was made with a newer version of Parley. Reload this page or update Parley, then open it again.',
  'not-a-setup': 'This link or file isn’t a Parley setup. Check that you opened the right one.',
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
                  Open as setup
                </Button>
                <Button size="small" variant="quiet" onClick={dismissOpened}>
                  Keep as text
                </Button>
              </>
            }
          >
            This looks like a curl command. You can open it as a setup; its API key is not imported.
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
            This setup uses {opened.baseUrls.join(' and ')}, so your messages would be sent there. It is added without a
            key, and none of your keys are sent to it. Nothing has been sent yet.
          </Notice>
        </NoticeBar>
      )
    case 'imported':
      return (
        <NoticeBar>
          <Notice tone="info" actions={<Dismiss />}>
            Imported {opened.added === 1 ? '1 conversation' : `${formatCount(opened.added)} conversations`}.
          </Notice>
        </NoticeBar>
      )
    case 'refused':
      return (
        <NoticeBar>
          <Notice tone="danger" actions={<Dismiss />}>
            The file was not imported. {opened.refusal}
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
                  Restore previous
                </Button>
                <Dismiss />
              </>
            }
          >
            {opened.sent
              ? 'This conversation started from a shared setup.'
              : 'Opened a shared setup as a new conversation. Nothing has been sent.'}
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
