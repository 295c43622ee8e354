import { aroundAll, beforeEach } from 'vitest';
import { lastLook } from './last-look.ts';
import { removeWhatIsLeft } from './leave-nothing.ts';

aroundAll(async (runFile) => {
  try {
    await runFile();
  } finally {
    await removeWhatIsLeft();
  }
});

beforeEach(({ onTestFailed }) => {
  onTestFailed(async () => console.error(await lastLook()));
});
