/** In place of asking for a password that somebody has not chosen: they came through a provider. */
export function NoPasswordNote() {
  return <p className="text-soft">You have no password yet, and this asks for it. Choose one on this page, under Password, and come back.</p>
}
