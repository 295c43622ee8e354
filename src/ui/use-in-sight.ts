import { type RefObject, useEffect, useState } from 'react';

/** Whether this place has been on the screen, or within `nearPx` of it, since it was drawn: what costs much waits for that. */
export function useInSight(place: RefObject<Element | null>, nearPx = 0): boolean {
  const [seen, setSeen] = useState(false);
  useEffect(() => {
    if (seen || !place.current) return;
    const observer = new IntersectionObserver(
      (entries) => setSeen(entries.some(({ isIntersecting }) => isIntersecting)),
      { rootMargin: `${nearPx}px` },
    );
    observer.observe(place.current);
    return () => observer.disconnect();
  }, [place, nearPx, seen]);
  return seen;
}
