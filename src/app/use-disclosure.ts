import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';

/**
 * Something that opens below its button. It closes after navigation (R60), on Escape with the focus back on the button,
 * and on a press elsewhere.
 */
export function useDisclosure() {
  const { key } = useLocation();
  // Open for one entry of the history only, so that going anywhere closes it.
  const [openAt, setOpenAt] = useState<string>();
  const open = openAt === key;
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const close = () => setOpenAt(undefined);

  useEffect(() => {
    if (!open) return;
    const onPress = (event: PointerEvent) => {
      if (event.target instanceof Node && !root.current?.contains(event.target)) setOpenAt(undefined);
    };
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      setOpenAt(undefined);
      button.current?.focus();
    };
    document.addEventListener('pointerdown', onPress);
    document.addEventListener('keydown', onKey);
    return () => {
      document.removeEventListener('pointerdown', onPress);
      document.removeEventListener('keydown', onKey);
    };
  }, [open]);

  return { open, root, button, close, toggle: () => setOpenAt(open ? undefined : key) };
}
