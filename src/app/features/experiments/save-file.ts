import { downloadText } from '#app/ui/copy-button.tsx'

/** Downloads a text about an experiment, in a file with its name. */
export function saveFile(experimentName: string, ending: string, type: string, text: string): void {
  const file =
    experimentName
      .trim()
      .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
      .slice(0, 60) || 'experiment'
  downloadText(`${file}.${ending}`, type, text)
}
