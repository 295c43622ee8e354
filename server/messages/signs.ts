/** The signs of a fraud in what people write to each other: in English, Punjabi and Hindi, in their own letters and in Latin ones. Pure. */

import { asciiDigits } from '../../contract/private-numbers.ts';
import type { Sign } from '../../contract/sign.ts';

/** The text is in small letters, without nukta, its digits 0 to 9. Outside of Latin letters words have endings: their stems. */
const SIGNS: Record<Sign, RegExp> = {
  // A UPI id comes with its name hidden already (contract/private-numbers.ts).
  pay: /•@[a-z]|\b(?:upi|g[ -]?pay|google ?pay|phone ?pe|pay ?tm|bhim|qr code|scanner)\b|ਯੂ ?ਪੀ ?ਆਈ|ਗੂਗਲ ?ਪੇ|ਫੋਨ ?ਪੇ|ਪੇ ?ਟੀ ?ਐੱ?ਮ|यू ?पी ?आई|गूगल ?पे|फोन ?पे|पे ?टी ?एम/u,
  phone: /(?<!\d)(?:(?:\+|00)?91[\s-]*|0[\s-]*)?[6-9](?:[\s().-]{0,2}\d){9}(?!\d)|\+\d(?:[\s().-]{0,2}\d){7,14}(?!\d)/u,
  link: /https?:\/\/|\bwww\.|(?<![@\w.-])[a-z0-9-]+(?:\.[a-z0-9-]+)*\.(?:com|in|net|org|co|me|ly|gl|link|xyz|shop|app|info|io|top|site|online|click)\b/u,
  money:
    /(?:₹|\brs\.?|\binr)\s*\d|\d\s*(?:₹|rs\b|inr\b|\/-|rupees?\b|rupa[iy]y?[ae]?\b|rupiye\b|hazaa?r\b)|\b(?:paise|paisa|paison|paisey|pese|money|pay|payment|advance|deposit|reward|inaa?m|charges?|fees?|rupees|rupa[iy]y?[ae]|rupiye|pesh?gi|rakam|raqam)\b|ਪੈਸ|ਰੁਪ[ਏਈਿੱਯ]|ਇਨਾਮ|ਅ?ਐਡਵਾਂਸ|ਪੇਸਗੀ|ਭੁਗਤਾਨ|ਪੇਮੈਂਟ|ਫੀਸ|ਰਕਮ|पैस|रुप[यए]|रूप[यए]|इनाम|एडवांस|पेशगी|भुगतान|पेमेंट|फीस|रकम/u,
  code: /\b(?:otp|o\.t\.p|one[ -]time (?:code|password)|verification code|(?:upi|atm|card) pin|cvv)\b|ਓ\.? ?ਟੀ\.? ?ਪੀ|ओ\.? ?टी\.? ?पी/u,
};
const NUKTA = /[\u093c\u0a3c]/g;

/** Which signs a text has, in the order of the contract; none for most. */
export function signsOf(...texts: readonly (string | null | undefined)[]): Sign[] {
  const text = asciiDigits(texts.filter(Boolean).join('\n')).toLowerCase().normalize('NFD').replaceAll(NUKTA, '');
  return (Object.keys(SIGNS) as Sign[]).filter((sign) => SIGNS[sign].test(text)); // the keys of the object above
}
