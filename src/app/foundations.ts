/** What every page and the services stand on, made ready in steps. */

let laid: Promise<unknown> | undefined;

/**
 * Make ready what the build has named as such in the page (scripts/prerender.ts), each file by itself. All at once, a slow
 * phone would compute for a tenth of a second and more in which it hears no press; whoever imports something that stands
 * on them waits for this first.
 */
export function layFoundations(): Promise<unknown> {
  laid ??= lay();
  return laid;
}

async function lay(): Promise<void> {
  for (const { href } of document.querySelectorAll<HTMLLinkElement>('link[data-foundation]')) {
    // All are on their way already. What does not come is missed by what stands on it, which says so.
    await import(/* @vite-ignore */ href).catch(() => undefined);
    await new Promise((done) => setTimeout(done));
  }
}
