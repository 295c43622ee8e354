import { aroundAll } from 'vitest';
import { removeWhatIsLeft } from './leave-nothing.ts';

aroundAll(async (runFile) => {
  try {
    await runFile();
  } finally {
    await removeWhatIsLeft();
  }
});
