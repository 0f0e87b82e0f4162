/** The two voices of a parley. */
export function Mark() {
  return (
    <svg aria-hidden viewBox="0 0 18 18" width="18" height="18" fill="none" strokeWidth="1.8" strokeLinecap="round">
      <path className="stroke-text" d="M2 5.5h8.5M2 9h5.5" />
      <path className="stroke-accent" d="M16 9h-5M16 12.5H8" />
    </svg>
  )
}
