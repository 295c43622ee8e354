/** What people are warned of in a message, and of what not. */

import { expect, it } from 'vitest';
import type { Sign } from '../../contract/sign.ts';
import { signsOf } from '../../server/messages/signs.ts';

const CASES: [Sign, string[]][] = [
  [
    'pay',
    [
      'send on r•••@okaxis',
      'mera GPay hai',
      'PhonePe karo',
      'paytm number lo',
      'ਗੂਗਲ ਪੇ ਕਰ ਦਿਓ',
      'ਫ਼ੋਨਪੇ ਹੈ?',
      'फ़ोन पे कर दो',
      'यूपीआई भेजो',
      'scan this QR code',
    ],
  ],
  [
    'phone',
    ['call 98140 12345', '+91-98140-12345', '9 8 1 4 0 1 2 3 4 5', '੯੮੧੪੦ ੧੨੩੪੫', '९८१४०१२३४५', '+44 7911 123456'],
  ],
  ['link', ['see http://1.2.3.4/a', 'go to bit.ly/abc', 'www.pay-me.example', 'open secure-wapsi.in/claim']],
  [
    'money',
    [
      'Pay 500 first',
      'Rs. 2000 bhejo',
      '₹ ੫੦੦',
      '₹500',
      '5000/- lagega',
      'pehle paise do',
      'send an advance',
      'what is the reward?',
      'inaam milega?',
      'ਪਹਿਲਾਂ ਪੈਸੇ ਭੇਜੋ',
      '੫੦੦ ਰੁਪਏ',
      'ਇਨਾਮ ਦਿਓ',
      'ਫ਼ੀਸ ਲੱਗੇਗੀ',
      'पहले पैसे भेजो',
      '500 रुपये दो',
      'एडवांस चाहिए',
      'do hazar rupaye',
    ],
  ],
  ['code', ['Tell me the OTP', 'otp batao', 'ਓਟੀਪੀ ਦੱਸੋ', 'ओ.टी.पी. बताओ', 'your UPI pin please']],
];

it.each(CASES)('%s is seen in every language and script', (sign, texts) => {
  for (const text of texts) expect([text, signsOf(text)]).toEqual([text, expect.arrayContaining([sign])]);
});

it('nothing is said against words that people need', () => {
  for (const text of [
    'Is the wallet black?',
    'I come at 5.30 on 25.11.2026, near the bus stand',
    'It has two photos in it. Thank you',
    'ਮੈਂ ਕੱਲ੍ਹ ਸਵੇਰੇ 10 ਵਜੇ ਆਵਾਂਗਾ',
    'क्या बटुआ काला है?',
    'kal subah gurdwara ke paas milte hain',
    'PIN 141001, FIR 123/2026',
    'write to asha@example.com',
    'The display is broken. Come.Tomorrow',
    '',
  ])
    expect([text, signsOf(text)]).toEqual([text, []]);
  expect(signsOf(null, undefined, 'Rs 500', 'otp')).toEqual(['money', 'code']);
});
