const textFields = 'textarea, select, [contenteditable], input:not([type=range], [type=checkbox], [type=radio])'

/** Whether an event happened where text is written, or chosen by typing: there keys are the field's own. */
export function isInTextField(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(textFields) !== null
}
