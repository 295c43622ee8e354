import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { isOutpost, vaultTurn } from './outpost.ts';

/** The last link that was opened on a shared device, as long as whoever opened it is there. */
let kept: { turn: number; id: string; text: string } | undefined;

const keptOf = (id: string): string => (kept?.id === id && kept.turn === vaultTurn() ? kept.text : '');

/**
 * What stands behind the # of a link to what was posted without an account: the secret that opens it. `text` is empty where
 * there is none; `hash` goes into the addresses that lead on from here.
 *
 * On a device that several people share no address keeps it: the next one there would find it, by going back too.
 */
export function useLinkSecret(id: string): { text: string; hash: string } {
  const { hash, search } = useLocation();
  const navigate = useNavigate();
  useEffect(() => {
    if (!isOutpost() || hash === '') return;
    kept = { turn: vaultTurn(), id, text: hash.slice(1) };
    void navigate({ search }, { replace: true });
  }, [navigate, id, hash, search]);
  if (!isOutpost()) return { text: hash.slice(1), hash };
  return { text: hash.slice(1) || keptOf(id), hash: '' };
}
