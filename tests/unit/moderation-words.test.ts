/** What moderators and admins read. */

import { createInstance } from 'i18next';
import { describe, expect, it } from 'vitest';
import { AUDIT_ACTS } from '../../contract/moderation.ts';
import { Role } from '../../contract/user.ts';
import { actOf } from '../../src/features/moderation/words.ts';
import en from '../../src/i18n/en.json';
import hi from '../../src/i18n/hi.json';
import pa from '../../src/i18n/pa.json';

describe.each(Object.entries({ en, pa, hi }))(
  'the log of what was done with power over others, in %s',
  async (lng, texts) => {
    const i18n = createInstance();
    await i18n.init({ lng, resources: { [lng]: { translation: texts } } });
    const { t } = i18n;

    it('says every act in words, none like another', () => {
      const acts = [...AUDIT_ACTS, ...Role.options.map((role) => `role:${role}`)];
      const words = acts.map((act) => actOf(t, act));
      expect(new Set(words).size).toBe(acts.length);
      for (const word of words) expect(word).not.toMatch(/-|:\w|\{|\./);
    });

    it('shows the act of a later server by its name', () => {
      expect(actOf(t, 'file-moved')).toBe('file-moved');
    });
  },
);
