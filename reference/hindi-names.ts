/**
 * Names of states, districts and towns in Devanagari, as they are written in Hindi: all districts of the states that write
 * Hindi and of Punjab, the large towns elsewhere. Written by hand. Import it lazily in a page.
 */

import { once } from './once.ts';

/** `state|name in Hindi|name:Hindi`; after a stroke other ways in which the same name is written. */
const LINES = `AN|अंडमान और निकोबार
AP|आंध्र प्रदेश|Anantapur:अनंतपुर|Guntur:गुंटूर|Kakinada:काकीनाडा|Kurnool:कुरनूल|Tirupati:तिरुपति|Vizianagaram:विजयनगरम|Visakhapatnam:विशाखापत्तनम/विशाखापट्टनम|Vijayawada:विजयवाड़ा|Nellore:नेल्लोर
AR|अरुणाचल प्रदेश
AS|असम|Dibrugarh:डिब्रूगढ़|Lakhimpur:लखीमपुर|Guwahati:गुवाहाटी
BR|बिहार|Araria:अररिया|Arwal:अरवल|Aurangabad:औरंगाबाद|Banka:बांका|Begusarai:बेगूसराय|Bhagalpur:भागलपुर|Bhojpur:भोजपुर|Buxar:बक्सर|Darbhanga:दरभंगा|Gaya:गया/गयाजी|Gopalganj:गोपालगंज|Jamui:जमुई|Jehanabad:जहानाबाद|Jahanabad:जहानाबाद|Kaimur (Bhabua):कैमूर (भभुआ)/कैमूर/भभुआ|Katihar:कटिहार|Khagaria:खगड़िया|Kishanganj:किशनगंज|Lakhisarai:लखीसराय|Luckeesarai:लखीसराय|Madhepura:मधेपुरा|Madhipura:मधेपुरा|Madhubani:मधुबनी|Munger:मुंगेर|Monghyr:मुंगेर|Muzaffarpur:मुज़फ़्फ़रपुर|Nalanda:नालंदा|Nawada:नवादा|Pashchim Champaran:पश्चिम चंपारण/पश्चिमी चंपारण|Patna:पटना|Purbi Champaran:पूर्वी चंपारण|Purnia:पूर्णिया|Rohtas:रोहतास|Saharsa:सहरसा|Samastipur:समस्तीपुर|Saran:सारण|Sheikhpura:शेखपुरा|Sheohar:शिवहर|Sitamarhi:सीतामढ़ी|Siwan:सीवान/सिवान|Supaul:सुपौल|Vaishali:वैशाली|Bihar Sharif:बिहार शरीफ़/बिहारशरीफ|Arrah:आरा|Chapra:छपरा|Dinapore:दानापुर|Hajipur:हाजीपुर|Dehri:डेहरी|Bettiah:बेतिया|Mothihari:मोतिहारी|Bagaha:बगहा|Jamalpur:जमालपुर|Baruni:बरौनी|Bangaon:बनगांव|Mokameh:मोकामा|Khagaul:खगौल|Dumraon:डुमरांव|Barh:बाढ़
CG|छत्तीसगढ़|Balod:बालोद|Baloda Bazar:बलौदा बाज़ार/बलौदाबाजार|Balrampur:बलरामपुर|Bastar:बस्तर|Bemetara:बेमेतरा|Bijapur:बीजापुर|Bilaspur:बिलासपुर|Dantewada:दंतेवाड़ा|Dhamtari:धमतरी|Durg:दुर्ग|Gariyaband:गरियाबंद|Gaurella Pendra Marwahi:गौरेला पेंड्रा मरवाही|Janjgir-Champa:जांजगीर-चांपा|Jashpur:जशपुर|Kabirdham:कबीरधाम/कवर्धा|Kanker:कांकेर|Kondagaon:कोंडागांव|Korba:कोरबा|Korea:कोरिया|Mahasamund:महासमुंद|Mungeli:मुंगेली|Narayanpur:नारायणपुर|Raigarh:रायगढ़|Raipur:रायपुर|Rajnandgaon:राजनांदगांव|Raj-Nandgaon:राजनांदगांव|Sukma:सुकमा|Surajpur:सूरजपुर|Surguja:सरगुजा|Bhilai:भिलाई|Jagdalpur:जगदलपुर|Ambikapur:अंबिकापुर|Bhatapara:भाटापारा
CH|चंडीगढ़|Chandigarh:चंडीगढ़
DH|दादरा और नगर हवेली तथा दमन और दीव/दादरा और नगर हवेली|Dadra and Nagar Haveli:दादरा और नगर हवेली|Daman:दमन|Diu:दीव
DL|दिल्ली|Central:मध्य|East:पूर्व|New Delhi:नई दिल्ली|North:उत्तर|North East:उत्तर-पूर्व|North West:उत्तर-पश्चिम|Shahdara:शाहदरा|South:दक्षिण|South East:दक्षिण-पूर्व|South West:दक्षिण-पश्चिम|West:पश्चिम|Delhi:दिल्ली|Najafgarh:नजफ़गढ़|Rohini:रोहिणी|Narela:नरेला|Karol Bagh:करोल बाग़/करोलबाग|Nangloi Jat:नांगलोई जाट/नांगलोई|Deoli:देवली
GA|गोवा|North Goa:उत्तर गोवा|South Goa:दक्षिण गोवा
GJ|गुजरात|Anand:आणंद|Bharuch:भरूच|Bhavnagar:भावनगर|Gandhinagar:गांधीनगर|Jamnagar:जामनगर|Junagadh:जूनागढ़|Morbi:मोरबी|Navsari:नवसारी|Patan:पाटन|Porbandar:पोरबंदर|Rajkot:राजकोट|Surat:सूरत|Surendranagar:सुरेंद्रनगर|Vadodara:वडोदरा/बड़ौदा|Ahmedabad:अहमदाबाद
HP|हिमाचल प्रदेश|Bilaspur:बिलासपुर|Chamba:चंबा|Hamirpur:हमीरपुर|Kangra:कांगड़ा|Kinnaur:किन्नौर|Kullu:कुल्लू|Lahul and Spiti:लाहौल और स्पीति/लाहौल-स्पीति|Mandi:मंडी|Shimla:शिमला|Sirmaur:सिरमौर|Solan:सोलन|Una:ऊना
HR|हरियाणा|Ambala:अंबाला|Bhiwani:भिवानी|Charki Dadri:चरखी दादरी|Charkhi Dadri:चरखी दादरी|Faridabad:फ़रीदाबाद|Fatehabad:फ़तेहाबाद|Gurugram:गुरुग्राम/गुड़गांव|Gurgaon:गुरुग्राम/गुड़गांव|Hisar:हिसार|Jhajjar:झज्जर|Jind:जींद|Kaithal:कैथल|Karnal:करनाल|Kurukshetra:कुरुक्षेत्र|Mahendragarh:महेंद्रगढ़|Nuh:नूंह|Palwal:पलवल|Panchkula:पंचकूला|Panipat:पानीपत|Rewari:रेवाड़ी|Rohtak:रोहतक|Sirsa:सिरसा|Sonipat:सोनीपत|Yamunanagar:यमुनानगर|Bahadurgarh:बहादुरगढ़|Thanesar:थानेसर|Jagadhri:जगाधरी|Hansi:हांसी|Narnaul:नारनौल|Dabwali:डबवाली|Tohana:टोहाना|Gohana:गोहाना|Narwana:नरवाना
JH|झारखंड|Bokaro:बोकारो|Chatra:चतरा|Deoghar:देवघर|Dhanbad:धनबाद|Dumka:दुमका|East Singhbum:पूर्वी सिंहभूम|Garhwa:गढ़वा|Giridih:गिरिडीह|Godda:गोड्डा|Gumla:गुमला|Hazaribagh:हज़ारीबाग़|Jamtara:जामताड़ा|Khunti:खूंटी|Koderma:कोडरमा|Latehar:लातेहार|Lohardaga:लोहरदगा|Pakur:पाकुड़|Palamu:पलामू|Ramgarh:रामगढ़|Ranchi:रांची|Sahebganj:साहिबगंज|Sahibganj:साहिबगंज|Saraikela Kharsawan:सरायकेला खरसावां|Simdega:सिमडेगा|West Singhbhum:पश्चिमी सिंहभूम|Jamshedpur:जमशेदपुर|Chas:चास|Jharia:झरिया|Daltonganj:डालटनगंज|Jumri Tilaiya:झुमरी तिलैया|Chaibasa:चाईबासा|Madhupur:मधुपुर
JK|जम्मू और कश्मीर/जम्मू-कश्मीर|Anantnag:अनंतनाग|Bandipora:बांदीपोरा|Baramulla:बारामूला|Baramula:बारामूला|Budgam:बडगाम|Doda:डोडा|Ganderbal:गांदरबल|Jammu:जम्मू|Kathua:कठुआ|Kishtwar:किश्तवाड़|Kulgam:कुलगाम|Kupwara:कुपवाड़ा|Poonch:पुंछ|Pulwama:पुलवामा|Rajouri:राजौरी|Ramban:रामबन|Reasi:रियासी|Samba:सांबा|Shopian:शोपियां|Srinagar:श्रीनगर|Udhampur:उधमपुर|Sopur:सोपोर
KA|कर्नाटक|Bidar:बीदर|Mysuru:मैसूर|Raichur:रायचूर|Udupi:उडुपी|Bengaluru:बेंगलुरु/बेंगलुरू/बंगलौर|Hubli:हुबली|Gulbarga:गुलबर्गा/कलबुर्गी|Belgaum:बेलगाम|Mangalore:मंगलौर/मंगलुरु|Bellary:बेल्लारी
KL|केरल|Alappuzha:अलप्पुझा|Kollam:कोल्लम|Kozhikode:कोझिकोड|Thiruvananthapuram:तिरुवनंतपुरम|Thrissur:त्रिशूर|Kochi:कोच्चि
LA|लद्दाख|Kargil:कारगिल|Leh Ladakh:लेह लद्दाख/लेह
LD|लक्षद्वीप|Lakshadweep:लक्षद्वीप
MH|महाराष्ट्र|Akola:अकोला|Amravati:अमरावती|Aurangabad:औरंगाबाद|Gondia:गोंदिया|Jalgaon:जलगांव|Jalna:जालना|Kolhapur:कोल्हापुर|Latur:लातूर|Mumbai:मुंबई/बंबई|Nagpur:नागपुर|Nanded:नांदेड़|Nashik:नासिक|Parbhani:परभणी|Pune:पुणे|Sangli:सांगली|Satara:सतारा|Solapur:सोलापुर|Thane:ठाणे|Wardha:वर्धा|Yavatmal:यवतमाल|Navi Mumbai:नवी मुंबई|Pimpri:पिंपरी|Kalyan:कल्याण|Dombivli:डोंबिवली|Bhiwandi:भिवंडी|Ulhasnagar:उल्हासनगर|Malegaon:मालेगांव|Ahmadnagar:अहमदनगर|Dhulia:धुले
ML|मेघालय
MN|मणिपुर
MP|मध्य प्रदेश|Agar Malwa:आगर मालवा|Alirajpur:अलीराजपुर|Anuppur:अनूपपुर|Ashoknagar:अशोकनगर|Balaghat:बालाघाट|Barwani:बड़वानी|Betul:बैतूल|Bhind:भिंड|Bhopal:भोपाल|Burhanpur:बुरहानपुर|Chhatarpur:छतरपुर|Chhindwara:छिंदवाड़ा|Damoh:दमोह|Datia:दतिया|Dewas:देवास|Dhar:धार|Dindori:डिंडोरी|East Nimar:पूर्व निमाड़/खंडवा|Guna:गुना|Gwalior:ग्वालियर|Harda:हरदा|Hoshangabad:होशंगाबाद/नर्मदापुरम|Indore:इंदौर|Jabalpur:जबलपुर|Jhabua:झाबुआ|Katni:कटनी|Khargone:खरगोन|Mandla:मंडला|Mandsaur:मंदसौर|Morena:मुरैना|Narsinghpur:नरसिंहपुर|Neemuch:नीमच|Niwari:निवाड़ी|Panna:पन्ना|Raisen:रायसेन|Rajgarh:राजगढ़|Ratlam:रतलाम|Rewa:रीवा|Sagar:सागर|Saugor:सागर|Satna:सतना|Sehore:सीहोर|Seoni:सिवनी|Shahdol:शहडोल|Shajapur:शाजापुर|Sheopur:श्योपुर|Shivpuri:शिवपुरी|Sidhi:सीधी|Singrauli:सिंगरौली|Tikamgarh:टीकमगढ़|Ujjain:उज्जैन|Umaria:उमरिया|Vidisha:विदिशा|Murwara:मुड़वारा|Khandwa:खंडवा|Nagda:नागदा|Itarsi:इटारसी|Basoda:बासौदा|Pithampur:पीथमपुर|Jaora:जावरा|Dabra:डबरा|Sendhwa:सेंधवा
MZ|मिज़ोरम|Aizawl:आइजोल
NL|नागालैंड|Dimapur:दीमापुर|Kohima:कोहिमा
OD|ओडिशा/उड़ीसा|Cuttack:कटक|Puri:पुरी|Sambalpur:संबलपुर|Bhubaneshwar:भुवनेश्वर|Rourkela:राउरकेला
PB|पंजाब|Amritsar:अमृतसर|Barnala:बरनाला|Bathinda:बठिंडा/भटिंडा|Faridkot:फ़रीदकोट|Fatehgarh Sahib:फ़तेहगढ़ साहिब|Fazilka:फ़ाज़िल्का|Firozepur:फ़िरोज़पुर|Firozpur:फ़िरोज़पुर|Gurdaspur:गुरदासपुर|Hoshiarpur:होशियारपुर|Jalandhar:जालंधर|Kapurthala:कपूरथला|Ludhiana:लुधियाना|Malerkotla:मलेरकोटला/मालेरकोटला|Mansa:मानसा|Moga:मोगा|Mohali (SAS Nagar):मोहाली (एसएएस नगर)/एसएएस नगर|Mohali:मोहाली|Nawanshahr (SBS Nagar):नवांशहर (एसबीएस नगर)/एसबीएस नगर|Nawanshahr:नवांशहर|Pathankot:पठानकोट|Patiala:पटियाला|Rupnagar:रूपनगर/रोपड़|Sangrur:संगरूर|Sri Muktsar Sahib:श्री मुक्तसर साहिब|Muktsar:मुक्तसर|Tarn Taran:तरनतारन/तरन तारन|Batala:बटाला|Abohar:अबोहर|Khanna:खन्ना|Phagwara:फगवाड़ा|Rajpura:राजपुरा|Kotkapura:कोटकपूरा|Malout:मलोट|Jagraon:जगरांव|Nabha:नाभा|Sirhind:सरहिंद|Dhuri:धूरी|Sunam:सुनाम|Nangal:नंगल|Kharar:खरड़|Rampura:रामपुरा|Giddarbaha:गिद्दड़बाहा|Patti:पट्टी|Jaito:जैतो|Nakodar:नकोदर|Zira:ज़ीरा|Jalalabad:जलालाबाद|Maur:मौड़|Kartarpur:करतारपुर|Raikot:रायकोट|Jandiala:जंडियाला|Budhlada:बुढलाडा|Talwara:तलवाड़ा|Doraha:दोराहा|Morinda:मोरिंडा|Bagha Purana:बाघापुराना|Dinanagar:दीनानगर|Mukerian:मुकेरियां|Phillaur:फिल्लौर|Laungowal:लोंगोवाल|Qadian:क़ादियां|Dasuya:दसूहा|Dhariwal:धारीवाल|Machhiwara:माछीवाड़ा|Ajnala:अजनाला|Bhawanigarh:भवानीगढ़|Dhanaula:धनौला|Banga:बंगा|Balachor:बलाचौर|Samrala:समराला|Adampur:आदमपुर|Garhshankar:गढ़शंकर|Guru Har Sahai:गुरुहरसहाय|Anandpur Sahib:आनंदपुर साहिब|Majitha:मजीठा|Shahkot:शाहकोट|Khem Karan:खेमकरण|Dera Nanak:डेरा बाबा नानक|Sultanpur Lodhi:सुल्तानपुर लोधी
PY|पुडुचेरी|Karaikal:कराईकल|Mahe:माहे|Pondicherry:पुडुचेरी/पांडिचेरी|Yanam:यनम
RJ|राजस्थान|Ajmer:अजमेर|Alwar:अलवर|Banswara:बांसवाड़ा|Baran:बारां|Barmer:बाड़मेर|Bharatpur:भरतपुर|Bhilwara:भीलवाड़ा|Bikaner:बीकानेर|Bundi:बूंदी|Chittorgarh:चित्तौड़गढ़|Chittaurgarh:चित्तौड़गढ़|Churu:चूरू|Dausa:दौसा|Dholpur:धौलपुर|Dhaulpur:धौलपुर|Dungarpur:डूंगरपुर|Ganganagar:गंगानगर/श्रीगंगानगर|Hanumangarh:हनुमानगढ़|Jaipur:जयपुर|Jaisalmer:जैसलमेर|Jalore:जालोर/जालौर|Jalor:जालोर/जालौर|Jhalawar:झालावाड़|Jhunjhunu:झुंझुनूं/झुंझुनू|Jhunjhunun:झुंझुनूं/झुंझुनू|Jodhpur:जोधपुर|Karauli:करौली|Kota:कोटा|Nagaur:नागौर|Pali:पाली|Pratapgarh:प्रतापगढ़|Rajsamand:राजसमंद|Sawai Madhopur:सवाई माधोपुर|Sikar:सीकर|Sirohi:सिरोही|Tonk:टोंक|Udaipur:उदयपुर|Sujangarh:सुजानगढ़|Kishangarh:किशनगढ़|Beawar:ब्यावर|Gangapur:गंगापुर|Hindaun:हिंडौन|Makrana:मकराना|Sardarshahr:सरदारशहर|Fatehpur:फ़तेहपुर|Balotra:बालोतरा|Ratangarh:रतनगढ़|Suratgarh:सूरतगढ़|Ladnun:लाडनूं|Nawalgarh:नवलगढ़|Nimbahera:निंबाहेड़ा|Kuchaman:कुचामन|Bari:बाड़ी|Nokha:नोखा|Nasirabad:नसीराबाद|Abu Road:आबू रोड|Didwana:डीडवाना|Rajgarh:राजगढ़
SK|सिक्किम
TN|तमिलनाडु|Chennai:चेन्नई|Coimbatore:कोयंबटूर|Kanchipuram:कांचीपुरम|Madurai:मदुरै|Salem:सेलम|Tiruchirappalli:तिरुचिरापल्ली|Tirunelveli:तिरुनेलवेली|Vellore:वेल्लोर|Thoothukudi:तूतीकोरिन
TR|त्रिपुरा
TS|तेलंगाना|Adilabad:आदिलाबाद|Hyderabad:हैदराबाद|Karimnagar:करीमनगर|Nalgonda:नलगोंडा|Nizamabad:निज़ामाबाद|Warangal:वारंगल
UK|उत्तराखंड|Almora:अल्मोड़ा|Bageshwar:बागेश्वर|Chamoli:चमोली|Champawat:चंपावत|Dehradun:देहरादून|Haridwar:हरिद्वार|Nainital:नैनीताल|Pauri Garhwal:पौड़ी गढ़वाल|Pithoragarh:पिथौरागढ़|Rudra Prayag:रुद्रप्रयाग|Tehri Garhwal:टिहरी गढ़वाल|Udam Singh Nagar:ऊधम सिंह नगर|Uttar Kashi:उत्तरकाशी|Haldwani:हल्द्वानी|Roorkee:रुड़की|Kashipur:काशीपुर|Rishikesh:ऋषिकेश|Ramnagar:रामनगर
UP|उत्तर प्रदेश|Agra:आगरा|Aligarh:अलीगढ़|Ambedkar Nagar:अंबेडकर नगर|Amethi:अमेठी|Amroha:अमरोहा|Auraiya:औरैया|Ayodhya:अयोध्या|Ajodhya:अयोध्या|Azamgarh:आज़मगढ़|Baghpat:बागपत|Bahraich:बहराइच|Bahraigh:बहराइच|Ballia:बलिया|Balrampur:बलरामपुर|Banda:बांदा|Barabanki:बाराबंकी|Bareilly:बरेली|Basti:बस्ती|Bhadohi:भदोही|Bijnor:बिजनौर|Budaun:बदायूं|Bulandshahr:बुलंदशहर|Chandauli:चंदौली|Chitrakoot:चित्रकूट|Deoria:देवरिया|Etah:एटा|Etawah:इटावा|Farrukhabad:फ़र्रुख़ाबाद|Fatehpur:फ़तेहपुर|Firozabad:फ़िरोज़ाबाद|Gautam Buddha Nagar:गौतम बुद्ध नगर|Ghaziabad:ग़ाज़ियाबाद|Ghazipur:ग़ाज़ीपुर|Gonda:गोंडा|Gonda City:गोंडा|Gorakhpur:गोरखपुर|Hamirpur:हमीरपुर|Hapur:हापुड़|Hardoi:हरदोई|Hathras:हाथरस|Jalaun:जालौन|Jaunpur:जौनपुर|Jhansi:झांसी|Kannauj:कन्नौज|Kanpur Dehat:कानपुर देहात|Kanpur Nagar:कानपुर नगर|Kanpur:कानपुर|Kasganj:कासगंज|Kaushambi:कौशांबी|Kheri:खीरी/लखीमपुर खीरी|Kushi Nagar:कुशीनगर|Lalitpur:ललितपुर|Lucknow:लखनऊ|Maharajganj:महाराजगंज|Mahoba:महोबा|Mainpuri:मैनपुरी|Mathura:मथुरा|Mau:मऊ|Meerut:मेरठ|Mirzapur:मिर्ज़ापुर|Moradabad:मुरादाबाद|Muzaffarnagar:मुज़फ़्फ़रनगर|Pilibhit:पीलीभीत|Pratapgarh:प्रतापगढ़|Prayagraj:प्रयागराज/इलाहाबाद|Allahabad:प्रयागराज/इलाहाबाद|Rae Bareli:रायबरेली|Raebareli:रायबरेली|Rampur:रामपुर|Saharanpur:सहारनपुर|Sambhal:संभल|Sant Kabeer Nagar:संत कबीर नगर|Shahjahanpur:शाहजहांपुर|Shahjanpur:शाहजहांपुर|Shamli:शामली|Shravasti:श्रावस्ती|Siddharth Nagar:सिद्धार्थनगर|Sitapur:सीतापुर|Sonbhadra:सोनभद्र|Sultanpur:सुल्तानपुर|Unnao:उन्नाव|Varanasi:वाराणसी/बनारस/काशी|Greater Noida:ग्रेटर नोएडा|Noida:नोएडा|Loni:लोनी|Orai:उरई|Fyzabad:फ़ैज़ाबाद|Lakhimpur:लखीमपुर|Chanduasi:चंदौसी|Khurja:खुर्जा|Shikohabad:शिकोहाबाद|Mughal Sarai:मुग़लसराय|Baraut:बड़ौत|Muradnagar:मुरादनगर|Deoband:देवबंद|Tanda:टांडा|Najibabad:नजीबाबाद|Kairana:कैराना|Nawabganj:नवाबगंज|Mawana:मवाना|Nagina:नगीना|Pilkhua:पिलखुवा|Shahabad:शाहाबाद|Chandpur:चांदपुर|Sikandarabad:सिकंदराबाद|Dadri:दादरी|Bisalpur:बीसलपुर|Khatauli:खतौली|Baheri:बहेड़ी|Renukut:रेणुकूट|Vrindavan:वृंदावन|Gangoh:गंगोह|Hasanpur:हसनपुर|Jahangirabad:जहांगीराबाद|Tilhar:तिलहर|Obra:ओबरा|Sandila:संडीला|Kosi:कोसी|Tundla:टूंडला|Gajraula:गजरौला|Aonla:आंवला|Dhampur:धामपुर|Sardhana:सरधना
WB|पश्चिम बंगाल|Bankura:बांकुड़ा|Howrah:हावड़ा|Kolkata:कोलकाता/कलकत्ता|Durgapur:दुर्गापुर|Siliguri:सिलीगुड़ी|Asansol:आसनसोल`;

/** Of each state and place, by its code, or its code and English name; the first is the one that is shown. */
const names = once(
  () =>
    new Map<string, readonly string[]>(
      LINES.split('\n').flatMap((line) => {
        const [code = '', state = '', ...places] = line.split('|');
        return [
          [code, state.split('/')],
          ...places.map((place): [string, string[]] => {
            const [name = '', hindi = ''] = place.split(':');
            return [`${code} ${name}`, hindi.split('/')];
          }),
        ] as [string, string[]][];
      }),
    ),
);

/** How a state is written in Hindi; the first is the one that is shown. */
export const stateInHindi = (code: string): readonly string[] => names().get(code) ?? [];

/** How a district or town of a state is written in Hindi; none where nobody wrote it down. */
export const placeInHindi = (code: string, name: string): readonly string[] => names().get(`${code} ${name}`) ?? [];
