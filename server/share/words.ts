/** The words of the share page and its picture, in each language. */

import type { Language } from '../../contract/auth.ts';
import type { Who } from '../../contract/person.ts';

export interface Words {
  site: string;
  missing: string;
  lost: string;
  found: string;
  nameUnknown: string;
  age: (years: string) => string;
  between: (from: number, to: number) => string;
  lastSeen: string;
  where: string;
  since: string;
  /** What to do, of a person. */
  sawText: string;
  saw: string;
  /** Of somebody whom the police ask everybody to look for, and who is not named. */
  who: Record<Who, string>;
  district: string;
  looks: string;
  station: string;
  alertText: string;
  /** The same of a thing. */
  thingText: string;
  thing: string;
  call112: string;
  call1098: string;
  /** At the foot of the picture. */
  help: string;
  /** Of a number that shows nothing. */
  nothing: { title: string; text: string };
  resolved: { title: string; text: string };
  over: { title: string; text: string };
  more: string;
  /** The language by its own name. */
  language: string;
  photoOf: (name: string) => string;
}

export const WORDS: Record<Language, Words> = {
  en: {
    site: 'Wapsi',
    missing: 'MISSING',
    lost: 'LOST',
    found: 'FOUND',
    nameUnknown: 'Name not known',
    age: (years) => `${years} years`,
    between: (from, to) => `${from} to ${to} years`,
    lastSeen: 'Last seen',
    where: 'Where',
    since: 'Since',
    sawText:
      'Have you seen this person? Say where and when: the police and our team read it first, then the family. In danger, call 112.',
    saw: 'I saw this person',
    who: {
      girl: 'Girl',
      boy: 'Boy',
      child: 'Child',
      girlOrWoman: 'Girl or woman',
      boyOrMan: 'Boy or man',
      person: 'Person',
      woman: 'Woman',
      man: 'Man',
    },
    district: 'District',
    looks: 'To recognise',
    station: 'Police',
    alertText:
      'The police ask everybody to look. If you see them, stay near and call 112 now. Then say where and when: only the police and our team read it.',
    thingText: 'Do you know something of it? Open it in Wapsi. Never pay anybody ahead.',
    thing: 'Open in Wapsi',
    call112: 'Call 112',
    call1098: 'Childline 1098',
    help: 'In danger, or it is a child: 112 · 1098',
    nothing: {
      title: 'Call if you know something',
      text: 'Nothing is shown for this number. Details of children, of found people and of reports that nobody has looked at are kept safe. If you know something, or are with somebody who needs help, call now or go to the nearest police station.',
    },
    resolved: {
      title: 'No longer looked for',
      text: 'This report has come to a good end. Please take posters down and do not pass it on. Thank you to everybody who looked.',
    },
    over: {
      title: 'This report is over',
      text: 'It has been taken back or has ended. Please take posters down and do not pass it on.',
    },
    more: 'What Wapsi is',
    language: 'English',
    photoOf: (name) => `Photo of ${name}`,
  },
  pa: {
    site: 'ਵਾਪਸੀ',
    missing: 'ਲਾਪਤਾ',
    lost: 'ਗੁਆਚ ਗਿਆ',
    found: 'ਲੱਭਿਆ ਹੈ',
    nameUnknown: 'ਨਾਂ ਪਤਾ ਨਹੀਂ',
    age: (years) => `${years} ਸਾਲ`,
    between: (from, to) => `${from} ਤੋਂ ${to} ਸਾਲ`,
    lastSeen: 'ਆਖ਼ਰੀ ਵਾਰ ਦੇਖਿਆ',
    where: 'ਕਿੱਥੇ',
    since: 'ਕਦੋਂ ਤੋਂ',
    sawText:
      'ਕੀ ਤੁਸੀਂ ਇਸ ਵਿਅਕਤੀ ਨੂੰ ਦੇਖਿਆ ਹੈ? ਦੱਸੋ ਕਿੱਥੇ ਅਤੇ ਕਦੋਂ: ਪਹਿਲਾਂ ਪੁਲਿਸ ਅਤੇ ਸਾਡੀ ਟੀਮ ਪੜ੍ਹਦੀ ਹੈ, ਫਿਰ ਪਰਿਵਾਰ। ਖ਼ਤਰਾ ਹੋਵੇ ਤਾਂ 112 ’ਤੇ ਫ਼ੋਨ ਕਰੋ।',
    saw: 'ਮੈਂ ਇਸ ਵਿਅਕਤੀ ਨੂੰ ਦੇਖਿਆ ਹੈ',
    who: {
      girl: 'ਕੁੜੀ',
      boy: 'ਮੁੰਡਾ',
      child: 'ਬੱਚਾ',
      girlOrWoman: 'ਕੁੜੀ ਜਾਂ ਔਰਤ',
      boyOrMan: 'ਮੁੰਡਾ ਜਾਂ ਆਦਮੀ',
      person: 'ਵਿਅਕਤੀ',
      woman: 'ਔਰਤ',
      man: 'ਆਦਮੀ',
    },
    district: 'ਜ਼ਿਲ੍ਹਾ',
    looks: 'ਪਛਾਣ',
    station: 'ਪੁਲਿਸ',
    alertText:
      'ਪੁਲਿਸ ਸਭ ਨੂੰ ਭਾਲ ਵਿੱਚ ਮਦਦ ਲਈ ਕਹਿੰਦੀ ਹੈ। ਜੇ ਤੁਸੀਂ ਇਨ੍ਹਾਂ ਨੂੰ ਦੇਖੋ ਤਾਂ ਨੇੜੇ ਰਹੋ ਅਤੇ ਹੁਣੇ 112 ’ਤੇ ਫ਼ੋਨ ਕਰੋ। ਫਿਰ ਦੱਸੋ ਕਿੱਥੇ ਅਤੇ ਕਦੋਂ: ਇਹ ਸਿਰਫ਼ ਪੁਲਿਸ ਅਤੇ ਸਾਡੀ ਟੀਮ ਪੜ੍ਹਦੀ ਹੈ।',
    thingText: 'ਕੀ ਤੁਹਾਨੂੰ ਇਸ ਬਾਰੇ ਕੁਝ ਪਤਾ ਹੈ? ਵਾਪਸੀ ਵਿੱਚ ਖੋਲ੍ਹੋ। ਕਿਸੇ ਨੂੰ ਵੀ ਪਹਿਲਾਂ ਪੈਸੇ ਨਾ ਦਿਓ।',
    thing: 'ਵਾਪਸੀ ਵਿੱਚ ਖੋਲ੍ਹੋ',
    call112: '112 ’ਤੇ ਫ਼ੋਨ ਕਰੋ',
    call1098: 'ਚਾਈਲਡਲਾਈਨ 1098',
    help: 'ਖ਼ਤਰਾ ਜਾਂ ਬੱਚਾ: 112 · 1098',
    nothing: {
      title: 'ਕੁਝ ਪਤਾ ਹੈ ਤਾਂ ਫ਼ੋਨ ਕਰੋ',
      text: 'ਇਸ ਨੰਬਰ ਲਈ ਕੁਝ ਨਹੀਂ ਦਿਖਾਇਆ ਜਾਂਦਾ। ਬੱਚਿਆਂ, ਮਿਲੇ ਹੋਏ ਲੋਕਾਂ ਅਤੇ ਬਿਨਾਂ ਜਾਂਚੀਆਂ ਰਿਪੋਰਟਾਂ ਦੇ ਵੇਰਵੇ ਸੁਰੱਖਿਅਤ ਰੱਖੇ ਜਾਂਦੇ ਹਨ। ਜੇ ਤੁਹਾਨੂੰ ਕੁਝ ਪਤਾ ਹੈ, ਜਾਂ ਤੁਹਾਡੇ ਕੋਲ ਕੋਈ ਹੈ ਜਿਸ ਨੂੰ ਮਦਦ ਚਾਹੀਦੀ ਹੈ, ਤਾਂ ਹੁਣੇ ਫ਼ੋਨ ਕਰੋ ਜਾਂ ਨੇੜਲੇ ਥਾਣੇ ਜਾਓ।',
    },
    resolved: {
      title: 'ਹੁਣ ਭਾਲ ਨਹੀਂ ਹੋ ਰਹੀ',
      text: 'ਇਸ ਰਿਪੋਰਟ ਦਾ ਅੰਤ ਚੰਗਾ ਹੋਇਆ ਹੈ। ਕਿਰਪਾ ਕਰਕੇ ਪੋਸਟਰ ਲਾਹ ਦਿਓ ਅਤੇ ਇਸ ਨੂੰ ਅੱਗੇ ਨਾ ਭੇਜੋ। ਜਿਨ੍ਹਾਂ ਨੇ ਭਾਲ ਕੀਤੀ, ਸਭ ਦਾ ਧੰਨਵਾਦ।',
    },
    over: {
      title: 'ਇਹ ਰਿਪੋਰਟ ਖ਼ਤਮ ਹੋ ਗਈ ਹੈ',
      text: 'ਇਹ ਵਾਪਸ ਲੈ ਲਈ ਗਈ ਹੈ ਜਾਂ ਇਸ ਦਾ ਸਮਾਂ ਪੂਰਾ ਹੋ ਗਿਆ ਹੈ। ਕਿਰਪਾ ਕਰਕੇ ਪੋਸਟਰ ਲਾਹ ਦਿਓ ਅਤੇ ਇਸ ਨੂੰ ਅੱਗੇ ਨਾ ਭੇਜੋ।',
    },
    more: 'ਵਾਪਸੀ ਕੀ ਹੈ',
    language: 'ਪੰਜਾਬੀ',
    photoOf: (name) => `${name} ਦੀ ਫ਼ੋਟੋ`,
  },
  hi: {
    site: 'वापसी',
    missing: 'लापता',
    lost: 'खोई चीज़',
    found: 'मिली चीज़',
    nameUnknown: 'नाम पता नहीं',
    age: (years) => `${years} साल`,
    between: (from, to) => `${from} से ${to} साल`,
    lastSeen: 'आख़िरी बार दिखे',
    where: 'कहाँ',
    since: 'कब से',
    sawText:
      'क्या आपने इस व्यक्ति को देखा है? बताएँ कहाँ और कब: पहले पुलिस और हमारी टीम पढ़ती है, फिर परिवार। ख़तरा हो तो 112 पर फ़ोन करें।',
    saw: 'मैंने इस व्यक्ति को देखा है',
    who: {
      girl: 'लड़की',
      boy: 'लड़का',
      child: 'बच्चा',
      girlOrWoman: 'लड़की या महिला',
      boyOrMan: 'लड़का या पुरुष',
      person: 'व्यक्ति',
      woman: 'महिला',
      man: 'पुरुष',
    },
    district: 'ज़िला',
    looks: 'पहचान',
    station: 'पुलिस',
    alertText:
      'पुलिस सबसे तलाश में मदद चाहती है। अगर आप इन्हें देखें तो पास रहें और अभी 112 पर फ़ोन करें। फिर बताएँ कहाँ और कब: इसे केवल पुलिस और हमारी टीम पढ़ती है।',
    thingText: 'क्या आप इसके बारे में कुछ जानते हैं? वापसी में खोलें। किसी को पहले पैसे न दें।',
    thing: 'वापसी में खोलें',
    call112: '112 पर फ़ोन करें',
    call1098: 'चाइल्डलाइन 1098',
    help: 'ख़तरा हो, या बच्चा हो: 112 · 1098',
    nothing: {
      title: 'कुछ जानते हों तो फ़ोन करें',
      text: 'इस नंबर के लिए कुछ नहीं दिखाया जाता। बच्चों, मिले हुए लोगों और जिन रिपोर्टों को अभी किसी ने देखा नहीं, उनकी जानकारी सुरक्षित रखी जाती है। कुछ जानते हों, या आपके पास कोई हो जिसे मदद चाहिए, तो अभी फ़ोन करें या पास के पुलिस थाने जाएँ।',
    },
    resolved: {
      title: 'अब तलाश नहीं हो रही',
      text: 'इस रिपोर्ट का अंत अच्छा हुआ है। कृपया पोस्टर उतार दें और इसे आगे न भेजें। जिन्होंने तलाश की, सबका धन्यवाद।',
    },
    over: {
      title: 'यह रिपोर्ट पूरी हो चुकी है',
      text: 'इसे वापस ले लिया गया है या इसका समय पूरा हो गया है। कृपया पोस्टर उतार दें और इसे आगे न भेजें।',
    },
    more: 'वापसी क्या है',
    language: 'हिन्दी',
    photoOf: (name) => `${name} की फ़ोटो`,
  },
};
