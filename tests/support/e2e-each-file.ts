import { aroundAll, beforeEach } from 'vitest';
import { beginLooking, lastLook } from './last-look.ts';
import { removeWhatIsLeft } from './leave-nothing.ts';

declare module 'vitest' {
  interface TaskMeta {
    /** What the pages showed when the test failed; `npm test` says it again at its end. */
    lastLook?: string;
  }
}

aroundAll(async (runFile) => {
  try {
    await runFile();
  } finally {
    await removeWhatIsLeft();
  }
});

beforeEach(({ task, onTestFailed }) => {
  beginLooking(() => task.result?.state === 'fail');
  onTestFailed(async ({ task }) => {
    task.meta.lastLook = await lastLook();
    console.error(task.meta.lastLook);
  });
});
