/** Mails: their words in every language, and where they go when there is no mail server. */

import { describe, expect, it } from 'vitest';
import { readConfig } from '../../server/config.ts';
import en from '../../server/mail/en.json';
import hi from '../../server/mail/hi.json';
import { checkMail, openMailer } from '../../server/mail/mailer.ts';
import pa from '../../server/mail/pa.json';
import { mailText } from '../../server/mail/texts.ts';

type Texts = { [key: string]: string | Texts };
const flatten = (texts: Texts, prefix = ''): [string, string][] =>
  Object.entries(texts).flatMap(([key, value]) =>
    typeof value === 'string' ? [[prefix + key, value] as [string, string]] : flatten(value, `${prefix}${key}.`),
  );
const values = (text: string) => [...text.matchAll(/{{(\w+)}}/g)].map(([, name]) => name).sort();

describe('the words of mails', () => {
  it.each([
    ['Punjabi', pa, /[\u0a00-\u0a7f]/, /[A-Za-z\u0900-\u0963]/],
    ['Hindi', hi, /[\u0900-\u097f]/, /[A-Za-z\u0a00-\u0a7f]/],
  ])('are there in English and %s, with the same values to fill in (R24)', (_, mails, letters, others) => {
    const [english, other] = [new Map(flatten(en)), new Map(flatten(mails))];
    expect([...other.keys()].sort()).toEqual([...english.keys()].sort());
    const differing = [...english].filter(
      ([key, text]) => new Set(values(text)).size !== new Set(values(other.get(key) ?? '')).size,
    );
    expect(differing).toEqual([]);
    const own = [...other.values()].map((text) => text.replace(/{{\w+}}|\b(FIR|CWC)\b/g, ''));
    expect(own.filter((text) => !letters.test(text) || others.test(text))).toEqual([]);
  });

  it('are filled in', () => {
    expect(mailText('en', 'code.subject', { code: '123456' })).toBe('123456 is your Wapsi code');
    expect(mailText('hi', 'code.subject', { code: '123456' })).toContain('123456 आपका');
    expect(mailText('pa', 'code.subject', { code: '123456' })).toContain('123456 ਤੁਹਾਡਾ');
  });
});

describe('without a mail server', () => {
  it('a mail is printed where somebody tries things out', async () => {
    const printed: string[] = [];
    const mailer = openMailer(readConfig({ DEMO: '1' }), (text: string) => void printed.push(text));
    await mailer.send({ to: 'asha@example.in', subject: '123456 is your code', text: 'Use it\nonce' });
    expect(printed.join()).toContain('Mail to asha@example.in: 123456 is your code\n  Use it\n  once');
  });

  it('a server on which others rely does not start', () => {
    expect(() => checkMail(readConfig({}))).toThrow(/SMTP_URL/);
    for (const env of [{ DEMO: '1' }, { REVIEW: 'at-once' }, { SMTP_URL: 'smtp://mail.example.in' }])
      expect(() => checkMail(readConfig(env))).not.toThrow();
    expect(() => readConfig({ SMTP_URL: 'http://mail.example.in' })).toThrow(/SMTP_URL/);
  });
});
