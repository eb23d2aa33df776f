/** In place of asking for a password that somebody has not chosen: they came through a provider. */
export function NoPasswordNote() {
  return <p className="text-soft">This needs your password, and you don’t have one yet. Set one under Password on this page, then come back.</p>
}
