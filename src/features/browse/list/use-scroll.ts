/** A list is where one left it when one comes back to it. */

import { useEffect, useLayoutEffect } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';

const places = new Map<string, number>();

/** For a list that is drawn: remember how far the page was scrolled, and go there again on the way back. */
export function useScroll(): void {
  const { key } = useLocation();
  const way = useNavigationType();
  useLayoutEffect(() => {
    const remember = () => places.set(key, scrollY);
    addEventListener('scroll', remember, { passive: true });
    return () => removeEventListener('scroll', remember);
  }, [key]);
  useEffect(() => {
    const place = places.get(key);
    if (way !== 'POP' || place === undefined) return;
    // After the frame around the page has gone to its top.
    const frame = requestAnimationFrame(() => scrollTo(0, place));
    return () => cancelAnimationFrame(frame);
  }, [key, way]);
}
