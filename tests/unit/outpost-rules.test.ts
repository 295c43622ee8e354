/** What a new vault must have, and when one that nobody looks at is shut. */

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { HIDDEN_MS, watchHidden, westernDigits, wrongIn } from '../../src/features/outpost/rules.ts';

const good = { name: 'Asha', passphrase: 'five calm neighbours', again: 'five calm neighbours', pin: '' };

describe('a new vault', () => {
  it('needs a name, ten characters, the same ones twice, and a PIN of digits or none', () => {
    expect(wrongIn(good)).toBeUndefined();
    expect(wrongIn({ ...good, pin: '246810' })).toBeUndefined();
    expect(wrongIn({ ...good, name: ' ' })).toBe('name');
    expect(wrongIn({ ...good, passphrase: 'ninechars', again: 'ninechars' })).toBe('passphrase');
    expect(wrongIn({ ...good, passphrase: `${' '.repeat(9)}a`, again: `${' '.repeat(9)}a` })).toBe('passphrase');
    expect(wrongIn({ ...good, again: 'five calm neighbor' })).toBe('again');
    for (const pin of ['12345', '123456789', '12a456']) expect(wrongIn({ ...good, pin })).toBe('pin');
  });

  it('takes the digits of an Indian keyboard', () => {
    expect(westernDigits('੧੨੩੪੦੯ १२३ 56')).toBe('123409 123 56');
  });
});

describe('a page that nobody looks at', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  function newPage() {
    let listener = () => {};
    const page = {
      hidden: false,
      asleepMs: 0,
      locked: 0,
      show(hidden: boolean) {
        page.hidden = hidden;
        listener();
      },
    };
    const stop = watchHidden(
      {
        isHidden: () => page.hidden,
        clocks: () => [Date.now(), Date.now() + page.asleepMs],
        onChange(call) {
          listener = call;
          return () => {};
        },
      },
      () => page.locked++,
    );
    return { page, stop };
  }

  it('is locked after two minutes, not before, and not when it was looked at in between', () => {
    const { page } = newPage();
    page.show(true);
    vi.advanceTimersByTime(HIDDEN_MS - 1000);
    page.show(false);
    vi.advanceTimersByTime(HIDDEN_MS);
    page.show(true);
    vi.advanceTimersByTime(HIDDEN_MS - 1);
    expect(page.locked).toBe(0);
    vi.advanceTimersByTime(1);
    expect(page.locked).toBe(1);
  });

  it('is locked before it is seen again, when it slept through its timer', () => {
    const { page } = newPage();
    page.show(true);
    page.asleepMs = HIDDEN_MS;
    page.show(false);
    expect(page.locked).toBe(1);
  });

  it('is left alone once it is shut', () => {
    const { page, stop } = newPage();
    page.show(true);
    stop();
    vi.advanceTimersByTime(HIDDEN_MS * 2);
    expect(page.locked).toBe(0);
  });
});
