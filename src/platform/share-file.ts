/** Give a file out of the app: by the share sheet of the phone where there is one that takes it, else as a download. */

/** Browsers share only kinds that they know; the same bytes under a name of one of those are taken nearly everywhere. */
const NAMES = [
  { ending: '.wapsi', type: 'application/octet-stream' },
  { ending: '.wapsi.txt', type: 'text/plain' },
];

type Given = 'shared' | 'saved' | 'stopped';

/** Answers what was done; `stopped` when the user closed the share sheet. */
export const shareFile = (bytes: Uint8Array<ArrayBuffer>, name: string): Promise<Given> =>
  give(
    NAMES.map(({ ending, type }) => new File([bytes], name + ending, { type })),
    new File([bytes], `${name}.wapsi`, { type: 'application/octet-stream' }),
  );

/** The same of a picture, which every share sheet knows. */
export function sharePicture(picture: Blob, name: string): Promise<Given> {
  const file = new File([picture], name, { type: picture.type });
  return give([file], file);
}

/** The first of these that the share sheet takes, else a download. */
async function give(files: readonly File[], download: File): Promise<Given> {
  const shareable = files.find((file) => navigator.canShare?.({ files: [file] }));
  if (shareable) {
    try {
      await navigator.share({ files: [shareable] });
      return 'shared';
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') return 'stopped';
      console.warn('It could not be shared, and is saved instead', error);
    }
  }
  saveFile(download, download.name);
  return 'saved';
}

/** Give it to the user as a download. */
export function saveFile(blob: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000); // the browser reads it after the click
}
