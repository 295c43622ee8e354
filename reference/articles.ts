/**
 * The articles that come with app and server, newest first: read without a network too. Each names what to do in the
 * order in which to do it. Import it lazily in a page.
 */

import type { Article } from '../contract/news.ts';

export const ARTICLES: readonly Article[] = [
  {
    id: 'first-hour',
    category: 'safety',
    date: '2026-11-16',
    title: {
      en: 'Someone is missing: the first hour',
      pa: 'ਕੋਈ ਲਾਪਤਾ ਹੈ: ਪਹਿਲਾ ਘੰਟਾ',
      hi: 'कोई लापता है: पहला घंटा',
    },
    excerpt: {
      en: 'You need not wait 24 hours. What to do now, in which order, and what to keep ready.',
      pa: '24 ਘੰਟੇ ਉਡੀਕਣ ਦੀ ਲੋੜ ਨਹੀਂ। ਹੁਣੇ ਕੀ ਕਰਨਾ ਹੈ, ਕਿਸ ਤਰਤੀਬ ਵਿੱਚ, ਅਤੇ ਕੀ ਤਿਆਰ ਰੱਖਣਾ ਹੈ।',
      hi: '24 घंटे रुकने की ज़रूरत नहीं। अभी क्या करें, किस क्रम में, और क्या तैयार रखें।',
    },
    body: {
      en: [
        'There is no rule that you must wait 24 hours. Call 112 at once when a child, an elder or an ill person is missing, or when you fear harm. For a child also call Childline, 1098.',
        'While one person calls, another goes back to the place where the person was last seen and stays there. Most who are lost are found near it. Ask shopkeepers, guards, drivers and the staff of the bus or railway station, and ask who has a camera there.',
        'Phone everyone the person may have gone to. Try their own phone again and again, and leave it to ring. Write down the time of each call.',
        'Go to the nearest police station with a clear photo of the last months, the full name, the age, the height, what they wore, marks on the body, languages they speak, medicines they need. A missing child is registered as a case; for anyone else ask for a general diary entry and its number. A station may not send you away because it happened elsewhere: ask for a “Zero FIR”.',
        'Report here too. Do not write the home address, the Aadhaar number or the school into a public text. Say no to anyone who wants money for information before you have seen the person or the police have checked.',
        'Keep one phone free and charged. When the person is back, tell the police and mark your report here, so that others stop searching.',
      ],
      pa: [
        'ਅਜਿਹਾ ਕੋਈ ਨਿਯਮ ਨਹੀਂ ਕਿ 24 ਘੰਟੇ ਉਡੀਕਣਾ ਪਵੇ। ਬੱਚਾ, ਬਜ਼ੁਰਗ ਜਾਂ ਬਿਮਾਰ ਬੰਦਾ ਲਾਪਤਾ ਹੋਵੇ, ਜਾਂ ਕਿਸੇ ਨੁਕਸਾਨ ਦਾ ਡਰ ਹੋਵੇ, ਤਾਂ ਉਸੇ ਵੇਲੇ 112 ’ਤੇ ਫ਼ੋਨ ਕਰੋ। ਬੱਚੇ ਲਈ ਚਾਈਲਡਲਾਈਨ 1098 ’ਤੇ ਵੀ ਫ਼ੋਨ ਕਰੋ।',
        'ਜਦੋਂ ਇੱਕ ਜਣਾ ਫ਼ੋਨ ਕਰੇ, ਦੂਜਾ ਉਸ ਥਾਂ ਵਾਪਸ ਜਾਵੇ ਜਿੱਥੇ ਉਹ ਆਖ਼ਰੀ ਵਾਰ ਦਿਸਿਆ ਸੀ, ਅਤੇ ਉੱਥੇ ਹੀ ਰਹੇ। ਬਹੁਤੇ ਗੁਆਚੇ ਲੋਕ ਉਸਦੇ ਨੇੜੇ ਹੀ ਮਿਲਦੇ ਹਨ। ਦੁਕਾਨਦਾਰਾਂ, ਚੌਕੀਦਾਰਾਂ, ਡਰਾਈਵਰਾਂ ਅਤੇ ਬੱਸ ਅੱਡੇ ਜਾਂ ਸਟੇਸ਼ਨ ਦੇ ਅਮਲੇ ਨੂੰ ਪੁੱਛੋ, ਅਤੇ ਇਹ ਵੀ ਪੁੱਛੋ ਕਿ ਉੱਥੇ ਕੈਮਰਾ ਕਿਸਦਾ ਹੈ।',
        'ਜਿਨ੍ਹਾਂ ਕੋਲ ਉਹ ਜਾ ਸਕਦਾ ਹੈ, ਸਭ ਨੂੰ ਫ਼ੋਨ ਕਰੋ। ਉਸਦੇ ਆਪਣੇ ਫ਼ੋਨ ’ਤੇ ਮੁੜ-ਮੁੜ ਕਰੋ। ਹਰ ਫ਼ੋਨ ਦਾ ਵੇਲਾ ਲਿਖ ਲਓ।',
        'ਨੇੜਲੇ ਥਾਣੇ ਜਾਓ। ਨਾਲ ਲੈ ਜਾਓ: ਪਿਛਲੇ ਮਹੀਨਿਆਂ ਦੀ ਸਾਫ਼ ਫ਼ੋਟੋ, ਪੂਰਾ ਨਾਂ, ਉਮਰ, ਕੱਦ, ਪਾਏ ਹੋਏ ਕੱਪੜੇ, ਸਰੀਰ ਦੇ ਨਿਸ਼ਾਨ, ਬੋਲੀ, ਅਤੇ ਦਵਾਈਆਂ। ਲਾਪਤਾ ਬੱਚੇ ਦਾ ਕੇਸ ਦਰਜ ਹੁੰਦਾ ਹੈ; ਬਾਕੀਆਂ ਲਈ ਰੋਜ਼ਨਾਮਚੇ ਦੀ ਰਪਟ ਅਤੇ ਉਸਦਾ ਨੰਬਰ ਮੰਗੋ। ਥਾਣਾ ਇਹ ਕਹਿ ਕੇ ਨਹੀਂ ਮੋੜ ਸਕਦਾ ਕਿ ਗੱਲ ਕਿਸੇ ਹੋਰ ਇਲਾਕੇ ਦੀ ਹੈ: “ਜ਼ੀਰੋ ਐੱਫ਼ਆਈਆਰ” ਮੰਗੋ।',
        'ਇੱਥੇ ਵੀ ਰਿਪੋਰਟ ਪਾਓ। ਸਭ ਨੂੰ ਦਿਸਣ ਵਾਲੀ ਲਿਖਤ ਵਿੱਚ ਘਰ ਦਾ ਪਤਾ, ਆਧਾਰ ਨੰਬਰ ਜਾਂ ਸਕੂਲ ਨਾ ਲਿਖੋ। ਜੇ ਕੋਈ ਖ਼ਬਰ ਦੇਣ ਲਈ ਪਹਿਲਾਂ ਪੈਸੇ ਮੰਗੇ, ਤਾਂ ਨਾਂਹ ਕਰੋ, ਜਦ ਤੱਕ ਬੰਦਾ ਤੁਸੀਂ ਆਪ ਨਹੀਂ ਦੇਖਿਆ ਜਾਂ ਪੁਲਿਸ ਨੇ ਜਾਂਚ ਨਹੀਂ ਕੀਤੀ।',
        'ਇੱਕ ਫ਼ੋਨ ਖ਼ਾਲੀ ਅਤੇ ਚਾਰਜ ਰੱਖੋ। ਜਦੋਂ ਬੰਦਾ ਮੁੜ ਆਵੇ, ਪੁਲਿਸ ਨੂੰ ਦੱਸੋ ਅਤੇ ਇੱਥੇ ਆਪਣੀ ਰਿਪੋਰਟ ’ਤੇ ਲਿਖੋ, ਤਾਂ ਜੋ ਬਾਕੀ ਲੋਕ ਭਾਲ ਬੰਦ ਕਰ ਦੇਣ।',
      ],
      hi: [
        'ऐसा कोई नियम नहीं कि 24 घंटे रुकना पड़े। बच्चा, बुज़ुर्ग या बीमार व्यक्ति लापता हो, या आपको अनहोनी का डर हो, तो तुरंत 112 पर फ़ोन करें। बच्चे के लिए चाइल्डलाइन 1098 पर भी फ़ोन करें।',
        'एक जन फ़ोन करे, तब तक दूसरा उस जगह लौटे जहाँ व्यक्ति आख़िरी बार दिखा था, और वहीं रहे। ज़्यादातर खोए लोग उसी के पास मिलते हैं। दुकानदारों, चौकीदारों, ड्राइवरों और बस अड्डे या रेलवे स्टेशन के कर्मचारियों से पूछें, और यह भी कि वहाँ किसके पास कैमरा है।',
        'उन सबको फ़ोन करें जिनके पास वह जा सकता था। उसका अपना फ़ोन बार-बार मिलाएँ और देर तक बजने दें। हर फ़ोन का समय लिख लें।',
        'पास के पुलिस थाने जाएँ: पिछले कुछ महीनों की साफ़ फ़ोटो, पूरा नाम, उम्र, क़द, क्या पहना था, शरीर के निशान, कौन-सी बोली बोलते हैं, कौन-सी दवाइयाँ चाहिए। लापता बच्चे का केस दर्ज होता है; बाक़ी किसी के लिए रोज़नामचे (जीडी) में लिखवाएँ और उसका नंबर लें। थाना यह कहकर नहीं लौटा सकता कि बात कहीं और की है: “ज़ीरो FIR” माँगें।',
        'यहाँ भी रिपोर्ट डालें। घर का पता, आधार नंबर या स्कूल का नाम ऐसी जगह न लिखें जो सबको दिखती है। जो जानकारी के लिए पैसे माँगे, उसे मना करें, जब तक आपने व्यक्ति को देख न लिया हो या पुलिस ने जाँच न ली हो।',
        'एक फ़ोन ख़ाली और चार्ज रखें। व्यक्ति लौट आए तो पुलिस को बताएँ और यहाँ अपनी रिपोर्ट पर लिखें, ताकि बाक़ी लोग ढूँढना बंद करें।',
      ],
    },
  },
  {
    id: 'found-child',
    category: 'safety',
    date: '2026-11-14',
    title: {
      en: 'You found a child who is alone',
      pa: 'ਤੁਹਾਨੂੰ ਇਕੱਲਾ ਬੱਚਾ ਮਿਲਿਆ ਹੈ',
      hi: 'आपको एक अकेला बच्चा मिला',
    },
    excerpt: {
      en: 'Stay where you are, call 1098, and do not post a photo. Why the law protects the child from being shown.',
      pa: 'ਜਿੱਥੇ ਹੋ ਉੱਥੇ ਰਹੋ, 1098 ’ਤੇ ਫ਼ੋਨ ਕਰੋ, ਅਤੇ ਫ਼ੋਟੋ ਨਾ ਪਾਓ। ਕਾਨੂੰਨ ਬੱਚੇ ਨੂੰ ਕਿਉਂ ਲੁਕਾ ਕੇ ਰੱਖਦਾ ਹੈ।',
      hi: 'जहाँ हैं वहीं रहें, 1098 पर फ़ोन करें, और फ़ोटो न डालें। क़ानून बच्चे को दिखाए जाने से क्यों बचाता है।',
    },
    body: {
      en: [
        'Stay with the child in the open, where others can see you both, close to the place where you met. The family usually comes back there first.',
        'Call Childline, 1098, day and night, or 112. Say where you are and how the child is. Whoever finds a child that seems to be without family must tell Childline, the police, the Child Welfare Committee or a child care institution within 24 hours.',
        'Speak at eye level, slowly. Ask the name, the name of mother and father, the village or a shop near the home. Do not promise anything, do not force an answer, and do not take the child home with you.',
        'Do not put a photo, the name or the place on social media. Section 74 of the Juvenile Justice Act forbids publishing what makes such a child known, and it can lead the wrong person there. Here too, what you report about a found child is never public: it is kept for those who are allowed to see it.',
        'Hand the child over only to the police or Childline, never to a person who says “that is my child” and is in a hurry. Note the name and number of who took over, and ask for a receipt.',
      ],
      pa: [
        'ਬੱਚੇ ਨਾਲ ਖੁੱਲ੍ਹੀ ਥਾਂ ’ਤੇ ਰਹੋ, ਜਿੱਥੇ ਲੋਕ ਤੁਹਾਨੂੰ ਦੋਹਾਂ ਨੂੰ ਦੇਖ ਸਕਣ, ਉਸੇ ਥਾਂ ਦੇ ਨੇੜੇ ਜਿੱਥੇ ਉਹ ਮਿਲਿਆ। ਘਰ ਵਾਲੇ ਅਕਸਰ ਪਹਿਲਾਂ ਉੱਥੇ ਹੀ ਮੁੜਦੇ ਹਨ।',
        'ਚਾਈਲਡਲਾਈਨ 1098 ’ਤੇ ਦਿਨ-ਰਾਤ ਫ਼ੋਨ ਕਰੋ, ਜਾਂ 112 ’ਤੇ। ਦੱਸੋ ਕਿ ਤੁਸੀਂ ਕਿੱਥੇ ਹੋ ਅਤੇ ਬੱਚਾ ਕਿਵੇਂ ਹੈ। ਜਿਸਨੂੰ ਬਿਨਾਂ ਪਰਿਵਾਰ ਦੇ ਬੱਚਾ ਮਿਲੇ, ਉਸਨੇ 24 ਘੰਟਿਆਂ ਵਿੱਚ ਚਾਈਲਡਲਾਈਨ, ਪੁਲਿਸ, ਬਾਲ ਭਲਾਈ ਕਮੇਟੀ ਜਾਂ ਬਾਲ ਘਰ ਨੂੰ ਦੱਸਣਾ ਹੁੰਦਾ ਹੈ।',
        'ਬੱਚੇ ਦੇ ਬਰਾਬਰ ਬੈਠ ਕੇ ਹੌਲੀ-ਹੌਲੀ ਗੱਲ ਕਰੋ। ਨਾਂ, ਮਾਂ-ਪਿਓ ਦਾ ਨਾਂ, ਪਿੰਡ ਜਾਂ ਘਰ ਨੇੜੇ ਦੀ ਕੋਈ ਦੁਕਾਨ ਪੁੱਛੋ। ਕੋਈ ਵਾਅਦਾ ਨਾ ਕਰੋ, ਜਵਾਬ ਲਈ ਜ਼ੋਰ ਨਾ ਪਾਓ, ਅਤੇ ਬੱਚੇ ਨੂੰ ਆਪਣੇ ਘਰ ਨਾ ਲੈ ਕੇ ਜਾਓ।',
        'ਫ਼ੋਟੋ, ਨਾਂ ਜਾਂ ਥਾਂ ਸੋਸ਼ਲ ਮੀਡੀਆ ’ਤੇ ਨਾ ਪਾਓ। ਜੁਵੇਨਾਈਲ ਜਸਟਿਸ ਐਕਟ ਦੀ ਧਾਰਾ 74 ਅਜਿਹੇ ਬੱਚੇ ਦੀ ਪਛਾਣ ਛਾਪਣ ਤੋਂ ਰੋਕਦੀ ਹੈ, ਅਤੇ ਇਸ ਨਾਲ ਕੋਈ ਗ਼ਲਤ ਬੰਦਾ ਵੀ ਪਹੁੰਚ ਸਕਦਾ ਹੈ। ਇੱਥੇ ਵੀ, ਮਿਲੇ ਬੱਚੇ ਬਾਰੇ ਤੁਹਾਡੀ ਰਿਪੋਰਟ ਕਦੇ ਸਭ ਨੂੰ ਨਹੀਂ ਦਿਸਦੀ: ਉਹ ਸਿਰਫ਼ ਉਨ੍ਹਾਂ ਲਈ ਹੈ ਜਿਨ੍ਹਾਂ ਨੂੰ ਦੇਖਣ ਦਾ ਹੱਕ ਹੈ।',
        'ਬੱਚਾ ਸਿਰਫ਼ ਪੁਲਿਸ ਜਾਂ ਚਾਈਲਡਲਾਈਨ ਨੂੰ ਸੌਂਪੋ, ਕਦੇ ਉਸਨੂੰ ਨਹੀਂ ਜੋ ਕਾਹਲੀ ਵਿੱਚ ਕਹੇ “ਇਹ ਮੇਰਾ ਬੱਚਾ ਹੈ”। ਜਿਸਨੇ ਬੱਚਾ ਲਿਆ ਉਸਦਾ ਨਾਂ ਅਤੇ ਨੰਬਰ ਲਿਖੋ, ਅਤੇ ਰਸੀਦ ਮੰਗੋ।',
      ],
      hi: [
        'बच्चे के साथ खुली जगह में रहें, जहाँ दूसरे आप दोनों को देख सकें, उसी जगह के पास जहाँ वह मिला। परिवार आम तौर पर पहले वहीं लौटता है।',
        'चाइल्डलाइन 1098 पर, दिन हो या रात, या 112 पर फ़ोन करें। बताएँ कि आप कहाँ हैं और बच्चा कैसा है। जिसे ऐसा बच्चा मिले जिसका परिवार साथ न लगे, उसे 24 घंटे के अंदर चाइल्डलाइन, पुलिस, बाल कल्याण समिति या बाल देखभाल संस्था को बताना होता है।',
        'उसकी आँखों के बराबर झुककर, धीरे-धीरे बोलें। नाम, माँ-बाप का नाम, गाँव या घर के पास की दुकान पूछें। कोई वादा न करें, जवाब के लिए ज़ोर न दें, और बच्चे को अपने घर न ले जाएँ।',
        'फ़ोटो, नाम या जगह सोशल मीडिया पर न डालें। किशोर न्याय अधिनियम की धारा 74 ऐसा कुछ छापने से मना करती है जिससे बच्चे की पहचान हो, और उससे ग़लत आदमी वहाँ पहुँच सकता है। यहाँ भी मिले हुए बच्चे के बारे में आपकी रिपोर्ट सबको कभी नहीं दिखती: वह उनके लिए रखी जाती है जिन्हें देखने की इजाज़त है।',
        'बच्चे को सिर्फ़ पुलिस या चाइल्डलाइन को सौंपें, ऐसे व्यक्ति को कभी नहीं जो कहे “यह मेरा बच्चा है” और जल्दी में हो। जिसने लिया उसका नाम और नंबर लिख लें, और रसीद माँगें।',
      ],
    },
  },
  {
    id: 'lost-phone',
    category: 'how-to',
    date: '2026-11-11',
    title: {
      en: 'Lost phone: block it with CEIR',
      pa: 'ਫ਼ੋਨ ਗੁਆਚ ਗਿਆ: CEIR ’ਤੇ ਬੰਦ ਕਰਵਾਓ',
      hi: 'फ़ोन खो गया: CEIR पर ब्लॉक करें',
    },
    excerpt: {
      en: 'A blocked phone is of no use to a thief, and the police can see when it is switched on.',
      pa: 'ਬੰਦ ਕੀਤਾ ਫ਼ੋਨ ਚੋਰ ਦੇ ਕੰਮ ਦਾ ਨਹੀਂ, ਅਤੇ ਚਾਲੂ ਹੋਣ ’ਤੇ ਪੁਲਿਸ ਨੂੰ ਪਤਾ ਲੱਗ ਸਕਦਾ ਹੈ।',
      hi: 'ब्लॉक किया फ़ोन चोर के किसी काम का नहीं, और चालू होने पर पुलिस देख सकती है।',
    },
    body: {
      en: [
        'Call the phone from another one. Then lock it and look where it is: on Android by “Find Hub” (android.com/find), on an iPhone by “Find My” (icloud.com/find). Do not go alone to where the map points: take the police along.',
        'Tell your bank to block payments from the number, and change the passwords of e-mail and bank first. If money has gone, call 1930 at once: the first hours decide whether it can be stopped.',
        'Make a lost report at the police station or on the web page of your state police, and keep the copy. Ask your operator for a new SIM with the same number.',
        'With the copy, the number and the IMEI (15 digits; on the box and the bill) ask for blocking on ceir.gov.in or in the Sanchar Saathi app. Within about a day the phone works in no Indian network.',
        'Report it here as a lost thing. The IMEI never leaves your phone: only a fingerprint of it is compared with found phones. When you have it back, unblock it on the same page with your request number.',
      ],
      pa: [
        'ਕਿਸੇ ਹੋਰ ਫ਼ੋਨ ਤੋਂ ਘੰਟੀ ਮਾਰੋ। ਫਿਰ ਉਸਨੂੰ ਲਾਕ ਕਰੋ ਅਤੇ ਦੇਖੋ ਕਿੱਥੇ ਹੈ: Android ’ਤੇ “Find Hub” (android.com/find), iPhone ’ਤੇ “Find My” (icloud.com/find)। ਨਕਸ਼ੇ ਵਾਲੀ ਥਾਂ ਇਕੱਲੇ ਨਾ ਜਾਓ: ਪੁਲਿਸ ਨੂੰ ਨਾਲ ਲਓ।',
        'ਬੈਂਕ ਨੂੰ ਕਹੋ ਕਿ ਉਸ ਨੰਬਰ ਤੋਂ ਪੈਸੇ ਭੇਜਣੇ ਬੰਦ ਕਰੇ, ਅਤੇ ਸਭ ਤੋਂ ਪਹਿਲਾਂ ਈ-ਮੇਲ ਅਤੇ ਬੈਂਕ ਦੇ ਪਾਸਵਰਡ ਬਦਲੋ। ਜੇ ਪੈਸੇ ਨਿਕਲ ਗਏ, ਉਸੇ ਵੇਲੇ 1930 ’ਤੇ ਫ਼ੋਨ ਕਰੋ: ਪਹਿਲੇ ਘੰਟਿਆਂ ਵਿੱਚ ਹੀ ਪੈਸੇ ਰੁਕ ਸਕਦੇ ਹਨ।',
        'ਥਾਣੇ ਜਾਂ ਆਪਣੇ ਰਾਜ ਦੀ ਪੁਲਿਸ ਦੀ ਵੈੱਬਸਾਈਟ ’ਤੇ ਗੁੰਮ ਹੋਣ ਦੀ ਰਿਪੋਰਟ ਕਰੋ ਅਤੇ ਕਾਪੀ ਸਾਂਭੋ। ਕੰਪਨੀ ਤੋਂ ਉਸੇ ਨੰਬਰ ਦਾ ਨਵਾਂ SIM ਲਓ।',
        'ਕਾਪੀ, ਨੰਬਰ ਅਤੇ IMEI (15 ਅੰਕ; ਡੱਬੇ ਅਤੇ ਬਿੱਲ ’ਤੇ) ਨਾਲ ceir.gov.in ਜਾਂ Sanchar Saathi ਐਪ ’ਤੇ ਫ਼ੋਨ ਬੰਦ ਕਰਵਾਓ। ਲਗਭਗ ਇੱਕ ਦਿਨ ਵਿੱਚ ਫ਼ੋਨ ਭਾਰਤ ਦੇ ਕਿਸੇ ਨੈੱਟਵਰਕ ’ਤੇ ਨਹੀਂ ਚੱਲੇਗਾ।',
        'ਇੱਥੇ ਵੀ ਗੁਆਚੀ ਚੀਜ਼ ਦੀ ਰਿਪੋਰਟ ਪਾਓ। IMEI ਤੁਹਾਡੇ ਫ਼ੋਨ ਤੋਂ ਬਾਹਰ ਨਹੀਂ ਜਾਂਦਾ: ਸਿਰਫ਼ ਉਸਦੀ ਛਾਪ ਲੱਭੇ ਫ਼ੋਨਾਂ ਨਾਲ ਮਿਲਾਈ ਜਾਂਦੀ ਹੈ। ਫ਼ੋਨ ਮਿਲ ਜਾਵੇ ਤਾਂ ਉਸੇ ਪੰਨੇ ’ਤੇ ਆਪਣੀ ਬੇਨਤੀ ਦੇ ਨੰਬਰ ਨਾਲ ਚਾਲੂ ਕਰਵਾਓ।',
      ],
      hi: [
        'किसी दूसरे फ़ोन से उस पर फ़ोन करें। फिर उसे लॉक करें और देखें कि कहाँ है: Android पर “फ़ाइंड हब” (android.com/find) से, iPhone पर “फ़ाइंड माय” (icloud.com/find) से। नक़्शा जहाँ दिखाए वहाँ अकेले न जाएँ: पुलिस को साथ लें।',
        'अपने बैंक से कहें कि उस नंबर से भुगतान रोक दे, और सबसे पहले ई-मेल और बैंक के पासवर्ड बदलें। पैसे चले गए हों तो तुरंत 1930 पर फ़ोन करें: पहले घंटों में ही तय होता है कि वे रुक सकते हैं या नहीं।',
        'पुलिस थाने में या अपने राज्य की पुलिस की वेबसाइट पर खोने की रिपोर्ट लिखवाएँ, और उसकी कॉपी रखें। अपनी कंपनी से उसी नंबर की नई सिम लें।',
        'कॉपी, नंबर और IMEI (15 अंक; डिब्बे और बिल पर) के साथ ceir.gov.in पर या संचार साथी ऐप में ब्लॉक करने को कहें। लगभग एक दिन में फ़ोन भारत के किसी नेटवर्क में नहीं चलेगा।',
        'यहाँ उसे खोई चीज़ के रूप में डालें। IMEI आपके फ़ोन से कभी नहीं जाता: सिर्फ़ उसकी छाप मिले हुए फ़ोनों से मिलाई जाती है। वापस मिल जाए तो उसी पेज पर अपने अनुरोध नंबर से उसे खोल दें।',
      ],
    },
  },
  {
    id: 'ransom-calls',
    category: 'safety',
    date: '2026-11-08',
    title: {
      en: '“Send money and you get him back”: calls that lie',
      pa: '“ਪੈਸੇ ਭੇਜੋ, ਬੰਦਾ ਮਿਲ ਜਾਵੇਗਾ”: ਝੂਠੇ ਫ਼ੋਨ',
      hi: '“पैसे भेजो, वह लौट आएगा”: झूठे फ़ोन',
    },
    excerpt: {
      en: 'Families who search in public get calls from cheats. How to tell, and what to say.',
      pa: 'ਜੋ ਪਰਿਵਾਰ ਸਭ ਦੇ ਸਾਹਮਣੇ ਭਾਲ ਕਰਦੇ ਹਨ, ਉਨ੍ਹਾਂ ਨੂੰ ਠੱਗਾਂ ਦੇ ਫ਼ੋਨ ਆਉਂਦੇ ਹਨ। ਪਛਾਣ ਕਿਵੇਂ ਕਰਨੀ ਹੈ, ਅਤੇ ਕੀ ਕਹਿਣਾ ਹੈ।',
      hi: 'जो परिवार खुलेआम ढूँढते हैं, उन्हें ठगों के फ़ोन आते हैं। कैसे पहचानें, और क्या कहें।',
    },
    body: {
      en: [
        'The caller knows what stands in the report, no more. He is in a hurry, wants money by UPI or gift card for petrol, hospital or “the officer”, and tells you not to go to the police.',
        'Do not pay and do not argue. Ask for something that is in no report: a scar, a nickname, what was in the pocket. Ask for a video call with the person in the picture. A photo alone proves nothing; pictures and voices can be made by a computer.',
        'No police officer arrests anyone by video call or takes money over the phone. There is no such thing as a “digital arrest”.',
        'Tell the police officer of your case the number and the time. If money has gone, call 1930 or write on cybercrime.gov.in at once, with the number of the transaction.',
        'Here your number need not be public: leave it out and let people write through the app. Report who asks for money; three reports hide a post until someone of ours has looked at it.',
        'If you believe someone is really held, call 112 first and do what the police say.',
      ],
      pa: [
        'ਫ਼ੋਨ ਕਰਨ ਵਾਲੇ ਨੂੰ ਓਨਾ ਹੀ ਪਤਾ ਹੁੰਦਾ ਹੈ ਜਿੰਨਾ ਰਿਪੋਰਟ ਵਿੱਚ ਲਿਖਿਆ ਹੈ। ਉਹ ਕਾਹਲੀ ਕਰਦਾ ਹੈ, ਤੇਲ, ਹਸਪਤਾਲ ਜਾਂ “ਅਫ਼ਸਰ” ਲਈ UPI ਜਾਂ ਗਿਫ਼ਟ ਕਾਰਡ ਨਾਲ ਪੈਸੇ ਮੰਗਦਾ ਹੈ, ਅਤੇ ਪੁਲਿਸ ਕੋਲ ਜਾਣ ਤੋਂ ਰੋਕਦਾ ਹੈ।',
        'ਪੈਸੇ ਨਾ ਦਿਓ ਅਤੇ ਬਹਿਸ ਨਾ ਕਰੋ। ਉਹ ਗੱਲ ਪੁੱਛੋ ਜੋ ਕਿਸੇ ਰਿਪੋਰਟ ਵਿੱਚ ਨਹੀਂ: ਕੋਈ ਨਿਸ਼ਾਨ, ਘਰ ਦਾ ਨਾਂ, ਜੇਬ ਵਿੱਚ ਕੀ ਸੀ। ਬੰਦੇ ਨਾਲ ਵੀਡੀਓ ਕਾਲ ਮੰਗੋ। ਇਕੱਲੀ ਫ਼ੋਟੋ ਕੁਝ ਸਾਬਤ ਨਹੀਂ ਕਰਦੀ; ਫ਼ੋਟੋ ਅਤੇ ਆਵਾਜ਼ ਕੰਪਿਊਟਰ ਨਾਲ ਬਣਾਈ ਜਾ ਸਕਦੀ ਹੈ।',
        'ਕੋਈ ਪੁਲਿਸ ਅਫ਼ਸਰ ਵੀਡੀਓ ਕਾਲ ’ਤੇ ਗ੍ਰਿਫ਼ਤਾਰ ਨਹੀਂ ਕਰਦਾ ਅਤੇ ਫ਼ੋਨ ’ਤੇ ਪੈਸੇ ਨਹੀਂ ਲੈਂਦਾ। “ਡਿਜੀਟਲ ਅਰੈਸਟ” ਨਾਂ ਦੀ ਕੋਈ ਚੀਜ਼ ਨਹੀਂ।',
        'ਆਪਣੇ ਕੇਸ ਦੇ ਪੁਲਿਸ ਅਫ਼ਸਰ ਨੂੰ ਨੰਬਰ ਅਤੇ ਵੇਲਾ ਦੱਸੋ। ਜੇ ਪੈਸੇ ਚਲੇ ਗਏ, ਉਸੇ ਵੇਲੇ 1930 ’ਤੇ ਫ਼ੋਨ ਕਰੋ ਜਾਂ cybercrime.gov.in ’ਤੇ ਲਿਖੋ, ਲੈਣ-ਦੇਣ ਦੇ ਨੰਬਰ ਨਾਲ।',
        'ਇੱਥੇ ਤੁਹਾਡਾ ਨੰਬਰ ਸਭ ਨੂੰ ਦਿਸਣਾ ਜ਼ਰੂਰੀ ਨਹੀਂ: ਨਾ ਪਾਓ, ਲੋਕ ਐਪ ਰਾਹੀਂ ਲਿਖ ਲੈਣਗੇ। ਜੋ ਪੈਸੇ ਮੰਗੇ ਉਸਦੀ ਸ਼ਿਕਾਇਤ ਕਰੋ; ਤਿੰਨ ਸ਼ਿਕਾਇਤਾਂ ’ਤੇ ਪੋਸਟ ਓਨਾ ਚਿਰ ਲੁਕ ਜਾਂਦੀ ਹੈ ਜਦ ਤੱਕ ਸਾਡਾ ਕੋਈ ਬੰਦਾ ਨਾ ਦੇਖ ਲਵੇ।',
        'ਜੇ ਲੱਗੇ ਕਿ ਕਿਸੇ ਨੂੰ ਸੱਚੀਂ ਫੜ ਕੇ ਰੱਖਿਆ ਹੈ, ਪਹਿਲਾਂ 112 ’ਤੇ ਫ਼ੋਨ ਕਰੋ ਅਤੇ ਪੁਲਿਸ ਦੀ ਗੱਲ ਮੰਨੋ।',
      ],
      hi: [
        'फ़ोन करने वाला वही जानता है जो रिपोर्ट में लिखा है, उससे ज़्यादा नहीं। वह जल्दी में है, पेट्रोल, अस्पताल या “अफ़सर” के लिए यूपीआई या गिफ़्ट कार्ड से पैसे चाहता है, और कहता है कि पुलिस के पास न जाना।',
        'पैसे न दें और बहस न करें। कुछ ऐसा पूछें जो किसी रिपोर्ट में नहीं है: कोई निशान, घर का नाम, जेब में क्या था। वीडियो कॉल माँगें जिसमें व्यक्ति दिखे। अकेली फ़ोटो से कुछ साबित नहीं होता; तस्वीरें और आवाज़ें कंप्यूटर से बन सकती हैं।',
        'कोई पुलिस अफ़सर वीडियो कॉल पर गिरफ़्तार नहीं करता और न फ़ोन पर पैसे लेता है। “डिजिटल अरेस्ट” जैसी कोई चीज़ नहीं होती।',
        'अपने केस के पुलिस अफ़सर को नंबर और समय बताएँ। पैसे चले गए हों तो तुरंत 1930 पर फ़ोन करें या cybercrime.gov.in पर लिखें, लेन-देन के नंबर के साथ।',
        'यहाँ आपका नंबर सबको दिखना ज़रूरी नहीं: उसे न डालें और लोगों को ऐप के ज़रिए लिखने दें। जो पैसे माँगे, उसकी शिकायत करें; तीन शिकायतों पर पोस्ट छिप जाती है, जब तक हमारी टीम देख न ले।',
        'अगर आपको लगता है कि किसी को सच में रोक रखा है, तो पहले 112 पर फ़ोन करें और जो पुलिस कहे वह करें।',
      ],
    },
  },
  {
    id: 'lost-documents',
    category: 'how-to',
    date: '2026-11-05',
    title: {
      en: 'Aadhaar and other papers lost: what to lock, what to order again',
      pa: 'ਆਧਾਰ ਅਤੇ ਹੋਰ ਕਾਗ਼ਜ਼ ਗੁਆਚ ਗਏ: ਕੀ ਲਾਕ ਕਰਨਾ ਹੈ, ਕੀ ਦੁਬਾਰਾ ਮੰਗਵਾਉਣਾ ਹੈ',
      hi: 'आधार और दूसरे काग़ज़ खो गए: क्या लॉक करें, क्या फिर मँगाएँ',
    },
    excerpt: {
      en: 'Lock the biometrics, get copies from DigiLocker, and never show a whole number in a post.',
      pa: 'ਬਾਇਓਮੈਟ੍ਰਿਕ ਲਾਕ ਕਰੋ, ਡਿਜੀਲਾਕਰ ਤੋਂ ਕਾਪੀ ਲਓ, ਅਤੇ ਪੋਸਟ ਵਿੱਚ ਕਦੇ ਪੂਰਾ ਨੰਬਰ ਨਾ ਦਿਖਾਓ।',
      hi: 'बायोमेट्रिक लॉक करें, डिजीलॉकर से कॉपियाँ लें, और पोस्ट में पूरा नंबर कभी न दिखाएँ।',
    },
    body: {
      en: [
        'Make a lost report with the police, at the station or on the web page of your state police. Banks and offices ask for it.',
        'Aadhaar: lock your biometrics on myaadhaar.uidai.gov.in or by calling 1947. Download the e-Aadhaar there, or order the PVC card again. The number stays the same.',
        'Driving licence and registration: sarathi.parivahan.gov.in and vahan.parivahan.gov.in. PAN: order a reprint at the web page of Protean or UTIITSL. Voter card: voters.eci.gov.in. Passport: tell the police and the passport office at once.',
        'Many papers are already in DigiLocker and are as good as the original there. School and college papers: ask the board for a duplicate, with the police report.',
        'Bank and SIM: block cards and numbers before anything else. For weeks after, look at your bank statement.',
        'In a report here write the kind of paper and the name on it, not the number. Twelve digits in a row are masked by themselves. Whoever finds papers may hand them in at any police station.',
      ],
      pa: [
        'ਪੁਲਿਸ ਕੋਲ ਗੁੰਮ ਹੋਣ ਦੀ ਰਿਪੋਰਟ ਕਰੋ, ਥਾਣੇ ਵਿੱਚ ਜਾਂ ਆਪਣੇ ਰਾਜ ਦੀ ਪੁਲਿਸ ਦੀ ਵੈੱਬਸਾਈਟ ’ਤੇ। ਬੈਂਕ ਅਤੇ ਦਫ਼ਤਰ ਇਹ ਮੰਗਦੇ ਹਨ।',
        'ਆਧਾਰ: myaadhaar.uidai.gov.in ’ਤੇ ਜਾਂ 1947 ’ਤੇ ਫ਼ੋਨ ਕਰਕੇ ਬਾਇਓਮੈਟ੍ਰਿਕ ਲਾਕ ਕਰੋ। ਉੱਥੋਂ ਹੀ ਈ-ਆਧਾਰ ਲਓ ਜਾਂ PVC ਕਾਰਡ ਦੁਬਾਰਾ ਮੰਗਵਾਓ। ਨੰਬਰ ਉਹੀ ਰਹਿੰਦਾ ਹੈ।',
        'ਡਰਾਈਵਿੰਗ ਲਾਇਸੈਂਸ ਅਤੇ ਆਰਸੀ: sarathi.parivahan.gov.in ਅਤੇ vahan.parivahan.gov.in। PAN: Protean ਜਾਂ UTIITSL ਦੀ ਵੈੱਬਸਾਈਟ ’ਤੇ ਦੁਬਾਰਾ ਛਪਵਾਓ। ਵੋਟਰ ਕਾਰਡ: voters.eci.gov.in। ਪਾਸਪੋਰਟ: ਉਸੇ ਵੇਲੇ ਪੁਲਿਸ ਅਤੇ ਪਾਸਪੋਰਟ ਦਫ਼ਤਰ ਨੂੰ ਦੱਸੋ।',
        'ਬਹੁਤ ਸਾਰੇ ਕਾਗ਼ਜ਼ ਪਹਿਲਾਂ ਹੀ ਡਿਜੀਲਾਕਰ ਵਿੱਚ ਹਨ ਅਤੇ ਉੱਥੇ ਅਸਲੀ ਦੇ ਬਰਾਬਰ ਮੰਨੇ ਜਾਂਦੇ ਹਨ। ਸਕੂਲ-ਕਾਲਜ ਦੇ ਕਾਗ਼ਜ਼: ਪੁਲਿਸ ਰਿਪੋਰਟ ਨਾਲ ਬੋਰਡ ਤੋਂ ਦੂਜੀ ਕਾਪੀ ਮੰਗੋ।',
        'ਬੈਂਕ ਅਤੇ SIM: ਸਭ ਤੋਂ ਪਹਿਲਾਂ ਕਾਰਡ ਅਤੇ ਨੰਬਰ ਬੰਦ ਕਰਵਾਓ। ਬਾਅਦ ਵਿੱਚ ਕੁਝ ਹਫ਼ਤੇ ਖਾਤਾ ਦੇਖਦੇ ਰਹੋ।',
        'ਇੱਥੇ ਰਿਪੋਰਟ ਵਿੱਚ ਕਾਗ਼ਜ਼ ਦੀ ਕਿਸਮ ਅਤੇ ਉਸ ’ਤੇ ਲਿਖਿਆ ਨਾਂ ਲਿਖੋ, ਨੰਬਰ ਨਹੀਂ। ਲਗਾਤਾਰ ਬਾਰਾਂ ਅੰਕ ਆਪਣੇ-ਆਪ ਲੁਕਾ ਦਿੱਤੇ ਜਾਂਦੇ ਹਨ। ਜਿਸਨੂੰ ਕਾਗ਼ਜ਼ ਲੱਭਣ, ਉਹ ਕਿਸੇ ਵੀ ਥਾਣੇ ਵਿੱਚ ਦੇ ਸਕਦਾ ਹੈ।',
      ],
      hi: [
        'पुलिस में खोने की रिपोर्ट लिखवाएँ, थाने में या अपने राज्य की पुलिस की वेबसाइट पर। बैंक और दफ़्तर इसे माँगते हैं।',
        'आधार: myaadhaar.uidai.gov.in पर या 1947 पर फ़ोन करके अपने बायोमेट्रिक लॉक करें। ई-आधार वहीं डाउनलोड करें, या पीवीसी कार्ड फिर मँगाएँ। नंबर वही रहता है।',
        'ड्राइविंग लाइसेंस और आरसी: sarathi.parivahan.gov.in और vahan.parivahan.gov.in। पैन: प्रोटीन या यूटीआईआईटीएसएल की वेबसाइट पर दोबारा छपवाएँ। वोटर कार्ड: voters.eci.gov.in। पासपोर्ट: पुलिस और पासपोर्ट दफ़्तर को तुरंत बताएँ।',
        'कई काग़ज़ पहले से डिजीलॉकर में हैं और वहाँ असली जैसे ही मान्य हैं। स्कूल और कॉलेज के काग़ज़: पुलिस रिपोर्ट के साथ बोर्ड से दूसरी कॉपी माँगें।',
        'बैंक और सिम: सबसे पहले कार्ड और नंबर बंद करवाएँ। उसके बाद कई हफ़्ते तक बैंक का हिसाब देखते रहें।',
        'यहाँ रिपोर्ट में काग़ज़ का प्रकार और उस पर लिखा नाम लिखें, नंबर नहीं। लगातार बारह अंक अपने आप ढक दिए जाते हैं। जिसे काग़ज़ मिलें, वह किसी भी पुलिस थाने में दे सकता है।',
      ],
    },
  },
  {
    id: 'elder-with-dementia',
    category: 'how-to',
    date: '2026-11-02',
    title: {
      en: 'An elder who forgets the way home',
      pa: 'ਬਜ਼ੁਰਗ ਜੋ ਘਰ ਦਾ ਰਾਹ ਭੁੱਲ ਜਾਂਦੇ ਹਨ',
      hi: 'बुज़ुर्ग जो घर का रास्ता भूल जाते हैं',
    },
    excerpt: {
      en: 'Where people with dementia are usually found, how to speak with them, and how to be ready before it happens.',
      pa: 'ਭੁੱਲਣ ਦੀ ਬਿਮਾਰੀ ਵਾਲੇ ਲੋਕ ਅਕਸਰ ਕਿੱਥੇ ਮਿਲਦੇ ਹਨ, ਉਨ੍ਹਾਂ ਨਾਲ ਗੱਲ ਕਿਵੇਂ ਕਰਨੀ ਹੈ, ਅਤੇ ਪਹਿਲਾਂ ਤੋਂ ਕੀ ਤਿਆਰੀ ਰੱਖਣੀ ਹੈ।',
      hi: 'भूलने की बीमारी वाले लोग आम तौर पर कहाँ मिलते हैं, उनसे कैसे बात करें, और पहले से कैसे तैयार रहें।',
    },
    body: {
      en: [
        'Search at once and near: the house and its corners, the roof, neighbours, the way to the old house, the field, the temple, gurdwara or mosque, the shop of earlier days. People with dementia often walk straight on until something stops them.',
        'Call 112 and say “dementia”, the medicines, and whether the person can cross a road alone. The helpline for elders, 14567, gives advice.',
        'If you meet such a person: come from the front, smile, say your name. Ask one short question at a time. Do not correct them. Offer water, shade, a seat. Look for a card, a bracelet, a number in the pocket or on the shirt.',
        'Then call 112 and, if you like, scan the face here: if the family reports it, the app tells you. What you add about a found person is not shown to the public.',
        'Before it happens: a bracelet or card with a phone number, a recent photo, a word with the neighbours and the guard, and a report prepared here with the photo of the face, so that in an emergency it is only sent.',
      ],
      pa: [
        'ਉਸੇ ਵੇਲੇ ਅਤੇ ਨੇੜੇ ਭਾਲੋ: ਘਰ ਦੀ ਹਰ ਨੁੱਕਰ, ਛੱਤ, ਗੁਆਂਢ, ਪੁਰਾਣੇ ਘਰ ਦਾ ਰਾਹ, ਖੇਤ, ਗੁਰਦੁਆਰਾ, ਮੰਦਰ ਜਾਂ ਮਸਜਿਦ, ਪੁਰਾਣੇ ਵੇਲੇ ਦੀ ਦੁਕਾਨ। ਇਸ ਬਿਮਾਰੀ ਵਾਲੇ ਲੋਕ ਅਕਸਰ ਸਿੱਧੇ ਤੁਰਦੇ ਜਾਂਦੇ ਹਨ, ਜਦ ਤੱਕ ਕੁਝ ਰੋਕ ਨਾ ਲਵੇ।',
        '112 ’ਤੇ ਫ਼ੋਨ ਕਰੋ ਅਤੇ ਦੱਸੋ: ਭੁੱਲਣ ਦੀ ਬਿਮਾਰੀ ਹੈ, ਕਿਹੜੀਆਂ ਦਵਾਈਆਂ ਹਨ, ਅਤੇ ਕੀ ਉਹ ਇਕੱਲੇ ਸੜਕ ਪਾਰ ਕਰ ਸਕਦੇ ਹਨ। ਬਜ਼ੁਰਗਾਂ ਦੀ ਹੈਲਪਲਾਈਨ 14567 ਸਲਾਹ ਦਿੰਦੀ ਹੈ।',
        'ਜੇ ਅਜਿਹਾ ਬੰਦਾ ਮਿਲੇ: ਸਾਹਮਣੇ ਤੋਂ ਆਓ, ਮੁਸਕਰਾਓ, ਆਪਣਾ ਨਾਂ ਦੱਸੋ। ਇੱਕ ਵਾਰ ਵਿੱਚ ਇੱਕ ਛੋਟਾ ਸਵਾਲ ਪੁੱਛੋ। ਟੋਕੋ ਨਾ। ਪਾਣੀ, ਛਾਂ, ਬੈਠਣ ਦੀ ਥਾਂ ਦਿਓ। ਜੇਬ ਵਿੱਚ ਜਾਂ ਕਮੀਜ਼ ’ਤੇ ਕੋਈ ਕਾਰਡ, ਕੜਾ ਜਾਂ ਨੰਬਰ ਦੇਖੋ।',
        'ਫਿਰ 112 ’ਤੇ ਫ਼ੋਨ ਕਰੋ, ਅਤੇ ਚਾਹੋ ਤਾਂ ਇੱਥੇ ਚਿਹਰਾ ਸਕੈਨ ਕਰੋ: ਪਰਿਵਾਰ ਨੇ ਰਿਪੋਰਟ ਪਾਈ ਹੋਵੇਗੀ ਤਾਂ ਐਪ ਦੱਸੇਗੀ। ਮਿਲੇ ਬੰਦੇ ਬਾਰੇ ਜੋ ਤੁਸੀਂ ਪਾਉਂਦੇ ਹੋ, ਉਹ ਸਭ ਨੂੰ ਨਹੀਂ ਦਿਸਦਾ।',
        'ਪਹਿਲਾਂ ਤੋਂ ਤਿਆਰੀ: ਫ਼ੋਨ ਨੰਬਰ ਵਾਲਾ ਕੜਾ ਜਾਂ ਕਾਰਡ, ਤਾਜ਼ੀ ਫ਼ੋਟੋ, ਗੁਆਂਢੀਆਂ ਅਤੇ ਚੌਕੀਦਾਰ ਨਾਲ ਗੱਲ, ਅਤੇ ਇੱਥੇ ਚਿਹਰੇ ਦੀ ਫ਼ੋਟੋ ਵਾਲੀ ਤਿਆਰ ਰਿਪੋਰਟ, ਤਾਂ ਜੋ ਲੋੜ ਪੈਣ ’ਤੇ ਸਿਰਫ਼ ਭੇਜਣੀ ਪਵੇ।',
      ],
      hi: [
        'तुरंत और पास में ढूँढें: घर और उसके कोने, छत, पड़ोसी, पुराने घर का रास्ता, खेत, मंदिर, गुरुद्वारा या मस्जिद, पहले की दुकान। भूलने की बीमारी (डिमेंशिया) वाले लोग अक्सर सीधे चलते जाते हैं, जब तक कुछ उन्हें रोक न ले।',
        '112 पर फ़ोन करें और बताएँ: “भूलने की बीमारी”, दवाइयाँ, और क्या वे अकेले सड़क पार कर सकते हैं। बुज़ुर्गों की हेल्पलाइन 14567 सलाह देती है।',
        'ऐसे व्यक्ति से मिलें तो सामने से आएँ, मुस्कराएँ, अपना नाम बताएँ। एक बार में एक छोटा सवाल पूछें। उन्हें टोकें नहीं। पानी, छाया, बैठने की जगह दें। जेब में या क़मीज़ पर कार्ड, कड़ा, नंबर देखें।',
        'फिर 112 पर फ़ोन करें और चाहें तो यहाँ चेहरा स्कैन करें: परिवार ने रिपोर्ट डाली हो तो ऐप बताएगा। मिले हुए व्यक्ति के बारे में आप जो जोड़ते हैं, वह सबको नहीं दिखता।',
        'पहले से: फ़ोन नंबर वाला कड़ा या कार्ड, हाल की फ़ोटो, पड़ोसियों और चौकीदार से बात, और यहाँ चेहरे की फ़ोटो के साथ तैयार रखी रिपोर्ट, ताकि ज़रूरत के समय बस भेजनी हो।',
      ],
    },
  },
];
