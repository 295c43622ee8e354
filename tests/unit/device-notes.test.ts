/** What the device has to tell, and to whom. */

import { afterEach, expect, it } from 'vitest';
import { closeNotesOfPerson, tellOnDevice, useDeviceNotes } from '../../src/platform/device-notes.ts';

afterEach(() => useDeviceNotes.setState({ notes: [] }));

it('what it tells of somebody goes when they do, and what it tells of itself stays for the next', () => {
  for (const kind of ['replaced', 'blocked', 'no-answer', 'newer-rows', 'ended'] as const) tellOnDevice({ kind });
  tellOnDevice({ kind: 'held', label: 'Asha Devi' });
  tellOnDevice({ kind: 'held-received', number: 'W-1' });
  tellOnDevice({ kind: 'left-out', label: 'Asha Devi', photos: [2], videos: [] });
  tellOnDevice({ kind: 'put-back', again: 1, gone: 0 });
  tellOnDevice({ kind: 'cleared', unsent: 1, seenAt: 0 });
  closeNotesOfPerson();
  const { notes } = useDeviceNotes.getState();
  expect(notes.map(({ kind }) => kind)).toEqual(['replaced', 'blocked', 'no-answer', 'newer-rows']);
});
