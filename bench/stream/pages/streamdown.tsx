import './streamdown.css'
import { code } from '@streamdown/code'
import { Streamdown } from 'streamdown'
import { mountChat } from './mount-chat.tsx'

const plugins = { code }

mountChat(({ text, done }) => (
  <Streamdown plugins={plugins} isAnimating={!done}>
    {text}
  </Streamdown>
))
