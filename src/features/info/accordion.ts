/** One question is open, or none (R258): pressing the open one closes it (R84), pressing another opens that (R83). */
export const toggled = <T>(open: T | undefined, pressed: T): T | undefined => (open === pressed ? undefined : pressed);
