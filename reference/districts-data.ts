/** Written by scripts/districts.ts from the directory of India Post (data.gov.in, GODL-India); `id|name|Gurmukhi`, by id. */

export const DISTRICT_LINES = `an-nicobars|Nicobars
an-north-and-middle-andaman|North and Middle Andaman
an-south-andamans|South Andamans
ap-alluri-sitharama-raju|Alluri Sitharama Raju
ap-anakapalli|Anakapalli
ap-anantapur|Anantapur
ap-annamayya|Annamayya
ap-bapatla|Bapatla
ap-chittoor|Chittoor
ap-east-godavari|East Godavari
ap-eluru|Eluru
ap-guntur|Guntur
ap-kakinada|Kakinada
ap-konaseema|Konaseema
ap-krishna|Krishna
ap-kurnool|Kurnool
ap-nandyal|Nandyal
ap-ntr|Ntr
ap-palnadu|Palnadu
ap-parvathipuram-manyam|Parvathipuram Manyam
ap-prakasam|Prakasam
ap-spsr-nellore|Spsr Nellore
ap-sri-sathya-sai|Sri Sathya Sai
ap-srikakulam|Srikakulam
ap-tirupati|Tirupati
ap-visakhapatanam|Visakhapatanam
ap-vizianagaram|Vizianagaram
ap-west-godavari|West Godavari
ap-y-s-r|Y.S.R.
ar-anjaw|Anjaw
ar-changlang|Changlang
ar-dibang-valley|Dibang Valley
ar-east-kameng|East Kameng
ar-east-siang|East Siang
ar-kamle|Kamle
ar-kra-daadi|Kra Daadi
ar-kurung-kumey|Kurung Kumey
ar-leparada|Leparada
ar-lohit|Lohit
ar-longding|Longding
ar-lower-dibang-valley|Lower Dibang Valley
ar-lower-siang|Lower Siang
ar-lower-subansiri|Lower Subansiri
ar-namsai|Namsai
ar-pakke-kessang|Pakke Kessang
ar-papum-pare|Papum Pare
ar-shi-yomi|Shi Yomi
ar-siang|Siang
ar-tawang|Tawang
ar-tirap|Tirap
ar-upper-siang|Upper Siang
ar-upper-subansiri|Upper Subansiri
ar-west-kameng|West Kameng
ar-west-siang|West Siang
as-bajali|Bajali
as-baksa|Baksa
as-barpeta|Barpeta
as-biswanath|Biswanath
as-bongaigaon|Bongaigaon
as-cachar|Cachar
as-charaideo|Charaideo
as-chirang|Chirang
as-darrang|Darrang
as-dhemaji|Dhemaji
as-dhubri|Dhubri
as-dibrugarh|Dibrugarh
as-dima-hasao|Dima Hasao
as-goalpara|Goalpara
as-golaghat|Golaghat
as-hailakandi|Hailakandi
as-hojai|Hojai
as-jorhat|Jorhat
as-kamrup|Kamrup
as-kamrup-metro|Kamrup Metro
as-karbi-anglong|Karbi Anglong
as-karimganj|Karimganj
as-kokrajhar|Kokrajhar
as-lakhimpur|Lakhimpur
as-majuli|Majuli
as-marigaon|Marigaon
as-nagaon|Nagaon
as-nalbari|Nalbari
as-sivasagar|Sivasagar
as-sonitpur|Sonitpur
as-south-salmara-mancachar|South Salmara Mancachar
as-tinsukia|Tinsukia
as-udalguri|Udalguri
as-west-karbi-anglong|West Karbi Anglong
br-araria|Araria
br-arwal|Arwal
br-aurangabad|Aurangabad
br-banka|Banka
br-begusarai|Begusarai
br-bhagalpur|Bhagalpur
br-bhojpur|Bhojpur
br-buxar|Buxar
br-darbhanga|Darbhanga
br-gaya|Gaya
br-gopalganj|Gopalganj
br-jamui|Jamui
br-jehanabad|Jehanabad
br-kaimur-bhabua|Kaimur (Bhabua)
br-katihar|Katihar
br-khagaria|Khagaria
br-kishanganj|Kishanganj
br-lakhisarai|Lakhisarai
br-madhepura|Madhepura
br-madhubani|Madhubani
br-munger|Munger
br-muzaffarpur|Muzaffarpur
br-nalanda|Nalanda
br-nawada|Nawada
br-pashchim-champaran|Pashchim Champaran
br-patna|Patna
br-purbi-champaran|Purbi Champaran
br-purnia|Purnia
br-rohtas|Rohtas
br-saharsa|Saharsa
br-samastipur|Samastipur
br-saran|Saran
br-sheikhpura|Sheikhpura
br-sheohar|Sheohar
br-sitamarhi|Sitamarhi
br-siwan|Siwan
br-supaul|Supaul
br-vaishali|Vaishali
cg-balod|Balod
cg-baloda-bazar|Baloda Bazar
cg-balrampur|Balrampur
cg-bastar|Bastar
cg-bemetara|Bemetara
cg-bijapur|Bijapur
cg-bilaspur|Bilaspur
cg-dantewada|Dantewada
cg-dhamtari|Dhamtari
cg-durg|Durg
cg-gariyaband|Gariyaband
cg-gaurella-pendra-marwahi|Gaurella Pendra Marwahi
cg-janjgir-champa|Janjgir-Champa
cg-jashpur|Jashpur
cg-kabirdham|Kabirdham
cg-kanker|Kanker
cg-kondagaon|Kondagaon
cg-korba|Korba
cg-korea|Korea
cg-mahasamund|Mahasamund
cg-mungeli|Mungeli
cg-narayanpur|Narayanpur
cg-raigarh|Raigarh
cg-raipur|Raipur
cg-rajnandgaon|Rajnandgaon
cg-sukma|Sukma
cg-surajpur|Surajpur
cg-surguja|Surguja
ch-chandigarh|Chandigarh
dh-dadra-and-nagar-haveli|Dadra and Nagar Haveli
dh-daman|Daman
dh-diu|Diu
dl-central|Central
dl-east|East
dl-new-delhi|New Delhi
dl-north|North
dl-north-east|North East
dl-north-west|North West
dl-shahdara|Shahdara
dl-south|South
dl-south-east|South East
dl-south-west|South West
dl-west|West
ga-north-goa|North Goa
ga-south-goa|South Goa
gj-ahmadabad|Ahmadabad
gj-amreli|Amreli
gj-anand|Anand
gj-arvalli|Arvalli
gj-banas-kantha|Banas Kantha
gj-bharuch|Bharuch
gj-bhavnagar|Bhavnagar
gj-botad|Botad
gj-chhotaudepur|Chhotaudepur
gj-dang|Dang
gj-devbhumi-dwarka|Devbhumi Dwarka
gj-dohad|Dohad
gj-gandhinagar|Gandhinagar
gj-gir-somnath|Gir Somnath
gj-jamnagar|Jamnagar
gj-junagadh|Junagadh
gj-kachchh|Kachchh
gj-kheda|Kheda
gj-mahesana|Mahesana
gj-mahisagar|Mahisagar
gj-morbi|Morbi
gj-narmada|Narmada
gj-navsari|Navsari
gj-panch-mahals|Panch Mahals
gj-patan|Patan
gj-porbandar|Porbandar
gj-rajkot|Rajkot
gj-sabar-kantha|Sabar Kantha
gj-surat|Surat
gj-surendranagar|Surendranagar
gj-tapi|Tapi
gj-vadodara|Vadodara
gj-valsad|Valsad
hp-bilaspur|Bilaspur
hp-chamba|Chamba
hp-hamirpur|Hamirpur
hp-kangra|Kangra
hp-kinnaur|Kinnaur
hp-kullu|Kullu
hp-lahul-and-spiti|Lahul and Spiti
hp-mandi|Mandi
hp-shimla|Shimla
hp-sirmaur|Sirmaur
hp-solan|Solan
hp-una|Una
hr-ambala|Ambala
hr-bhiwani|Bhiwani
hr-charki-dadri|Charki Dadri
hr-faridabad|Faridabad
hr-fatehabad|Fatehabad
hr-gurugram|Gurugram
hr-hisar|Hisar
hr-jhajjar|Jhajjar
hr-jind|Jind
hr-kaithal|Kaithal
hr-karnal|Karnal
hr-kurukshetra|Kurukshetra
hr-mahendragarh|Mahendragarh
hr-nuh|Nuh
hr-palwal|Palwal
hr-panchkula|Panchkula
hr-panipat|Panipat
hr-rewari|Rewari
hr-rohtak|Rohtak
hr-sirsa|Sirsa
hr-sonipat|Sonipat
hr-yamunanagar|Yamunanagar
jh-bokaro|Bokaro
jh-chatra|Chatra
jh-deoghar|Deoghar
jh-dhanbad|Dhanbad
jh-dumka|Dumka
jh-east-singhbum|East Singhbum
jh-garhwa|Garhwa
jh-giridih|Giridih
jh-godda|Godda
jh-gumla|Gumla
jh-hazaribagh|Hazaribagh
jh-jamtara|Jamtara
jh-khunti|Khunti
jh-koderma|Koderma
jh-latehar|Latehar
jh-lohardaga|Lohardaga
jh-pakur|Pakur
jh-palamu|Palamu
jh-ramgarh|Ramgarh
jh-ranchi|Ranchi
jh-sahebganj|Sahebganj
jh-saraikela-kharsawan|Saraikela Kharsawan
jh-simdega|Simdega
jh-west-singhbhum|West Singhbhum
jk-anantnag|Anantnag
jk-bandipora|Bandipora
jk-baramulla|Baramulla
jk-budgam|Budgam
jk-doda|Doda
jk-ganderbal|Ganderbal
jk-jammu|Jammu
jk-kathua|Kathua
jk-kishtwar|Kishtwar
jk-kulgam|Kulgam
jk-kupwara|Kupwara
jk-poonch|Poonch
jk-pulwama|Pulwama
jk-rajouri|Rajouri
jk-ramban|Ramban
jk-reasi|Reasi
jk-samba|Samba
jk-shopian|Shopian
jk-srinagar|Srinagar
jk-udhampur|Udhampur
ka-bagalkot|Bagalkot
ka-ballari|Ballari
ka-belagavi|Belagavi
ka-bengaluru-rural|Bengaluru Rural
ka-bengaluru-urban|Bengaluru Urban
ka-bidar|Bidar
ka-chamarajanagara|Chamarajanagara
ka-chikkaballapura|Chikkaballapura
ka-chikkamagaluru|Chikkamagaluru
ka-chitradurga|Chitradurga
ka-dakshina-kannada|Dakshina Kannada
ka-davangere|Davangere
ka-dharwad|Dharwad
ka-gadag|Gadag
ka-hassan|Hassan
ka-haveri|Haveri
ka-kalaburagi|Kalaburagi
ka-kodagu|Kodagu
ka-kolar|Kolar
ka-koppal|Koppal
ka-mandya|Mandya
ka-mysuru|Mysuru
ka-raichur|Raichur
ka-ramanagara|Ramanagara
ka-shivamogga|Shivamogga
ka-tumakuru|Tumakuru
ka-udupi|Udupi
ka-uttara-kannada|Uttara Kannada
ka-vijayapura|Vijayapura
ka-vijaynagar|Vijaynagar
ka-yadgir|Yadgir
kl-alappuzha|Alappuzha
kl-ernakulam|Ernakulam
kl-idukki|Idukki
kl-kannur|Kannur
kl-kasaragod|Kasaragod
kl-kollam|Kollam
kl-kottayam|Kottayam
kl-kozhikode|Kozhikode
kl-malappuram|Malappuram
kl-palakkad|Palakkad
kl-pathanamthitta|Pathanamthitta
kl-thiruvananthapuram|Thiruvananthapuram
kl-thrissur|Thrissur
kl-wayanad|Wayanad
la-kargil|Kargil
la-leh-ladakh|Leh Ladakh
ld-lakshadweep|Lakshadweep
mh-ahmednagar|Ahmednagar
mh-akola|Akola
mh-amravati|Amravati
mh-aurangabad|Aurangabad
mh-beed|Beed
mh-bhandara|Bhandara
mh-buldhana|Buldhana
mh-chandrapur|Chandrapur
mh-dhule|Dhule
mh-gadchiroli|Gadchiroli
mh-gondia|Gondia
mh-hingoli|Hingoli
mh-jalgaon|Jalgaon
mh-jalna|Jalna
mh-kolhapur|Kolhapur
mh-latur|Latur
mh-mumbai|Mumbai
mh-mumbai-suburban|Mumbai Suburban
mh-nagpur|Nagpur
mh-nanded|Nanded
mh-nandurbar|Nandurbar
mh-nashik|Nashik
mh-osmanabad|Osmanabad
mh-palghar|Palghar
mh-parbhani|Parbhani
mh-pune|Pune
mh-raigad|Raigad
mh-ratnagiri|Ratnagiri
mh-sangli|Sangli
mh-satara|Satara
mh-sindhudurg|Sindhudurg
mh-solapur|Solapur
mh-thane|Thane
mh-wardha|Wardha
mh-washim|Washim
mh-yavatmal|Yavatmal
ml-east-garo-hills|East Garo Hills
ml-east-jaintia-hills|East Jaintia Hills
ml-east-khasi-hills|East Khasi Hills
ml-north-garo-hills|North Garo Hills
ml-ri-bhoi|Ri Bhoi
ml-south-garo-hills|South Garo Hills
ml-south-west-garo-hills|South West Garo Hills
ml-south-west-khasi-hills|South West Khasi Hills
ml-west-garo-hills|West Garo Hills
ml-west-jaintia-hills|West Jaintia Hills
ml-west-khasi-hills|West Khasi Hills
mn-bishnupur|Bishnupur
mn-chandel|Chandel
mn-churachandpur|Churachandpur
mn-imphal-east|Imphal East
mn-imphal-west|Imphal West
mn-jiribam|Jiribam
mn-kakching|Kakching
mn-kamjong|Kamjong
mn-kangpokpi|Kangpokpi
mn-noney|Noney
mn-pherzawl|Pherzawl
mn-senapati|Senapati
mn-tamenglong|Tamenglong
mn-tengnoupal|Tengnoupal
mn-thoubal|Thoubal
mn-ukhrul|Ukhrul
mp-agar-malwa|Agar Malwa
mp-alirajpur|Alirajpur
mp-anuppur|Anuppur
mp-ashoknagar|Ashoknagar
mp-balaghat|Balaghat
mp-barwani|Barwani
mp-betul|Betul
mp-bhind|Bhind
mp-bhopal|Bhopal
mp-burhanpur|Burhanpur
mp-chhatarpur|Chhatarpur
mp-chhindwara|Chhindwara
mp-damoh|Damoh
mp-datia|Datia
mp-dewas|Dewas
mp-dhar|Dhar
mp-dindori|Dindori
mp-east-nimar|East Nimar
mp-guna|Guna
mp-gwalior|Gwalior
mp-harda|Harda
mp-hoshangabad|Hoshangabad
mp-indore|Indore
mp-jabalpur|Jabalpur
mp-jhabua|Jhabua
mp-katni|Katni
mp-khargone|Khargone
mp-mandla|Mandla
mp-mandsaur|Mandsaur
mp-morena|Morena
mp-narsinghpur|Narsinghpur
mp-neemuch|Neemuch
mp-niwari|Niwari
mp-panna|Panna
mp-raisen|Raisen
mp-rajgarh|Rajgarh
mp-ratlam|Ratlam
mp-rewa|Rewa
mp-sagar|Sagar
mp-satna|Satna
mp-sehore|Sehore
mp-seoni|Seoni
mp-shahdol|Shahdol
mp-shajapur|Shajapur
mp-sheopur|Sheopur
mp-shivpuri|Shivpuri
mp-sidhi|Sidhi
mp-singrauli|Singrauli
mp-tikamgarh|Tikamgarh
mp-ujjain|Ujjain
mp-umaria|Umaria
mp-vidisha|Vidisha
mz-aizawl|Aizawl
mz-champhai|Champhai
mz-hnahthial|Hnahthial
mz-khawzawl|Khawzawl
mz-kolasib|Kolasib
mz-lawngtlai|Lawngtlai
mz-lunglei|Lunglei
mz-mamit|Mamit
mz-saiha|Saiha
mz-saitual|Saitual
mz-serchhip|Serchhip
nl-dimapur|Dimapur
nl-kiphire|Kiphire
nl-kohima|Kohima
nl-longleng|Longleng
nl-mokokchung|Mokokchung
nl-mon|Mon
nl-noklak|Noklak
nl-peren|Peren
nl-phek|Phek
nl-tuensang|Tuensang
nl-wokha|Wokha
nl-zunheboto|Zunheboto
od-anugul|Anugul
od-balangir|Balangir
od-baleshwar|Baleshwar
od-bargarh|Bargarh
od-bhadrak|Bhadrak
od-boudh|Boudh
od-cuttack|Cuttack
od-deogarh|Deogarh
od-dhenkanal|Dhenkanal
od-gajapati|Gajapati
od-ganjam|Ganjam
od-jagatsinghapur|Jagatsinghapur
od-jajapur|Jajapur
od-jharsuguda|Jharsuguda
od-kalahandi|Kalahandi
od-kandhamal|Kandhamal
od-kendrapara|Kendrapara
od-kendujhar|Kendujhar
od-khordha|Khordha
od-koraput|Koraput
od-malkangiri|Malkangiri
od-mayurbhanj|Mayurbhanj
od-nabarangpur|Nabarangpur
od-nayagarh|Nayagarh
od-nuapada|Nuapada
od-puri|Puri
od-rayagada|Rayagada
od-sambalpur|Sambalpur
od-sonepur|Sonepur
od-sundargarh|Sundargarh
pb-amritsar|Amritsar|ਅੰਮ੍ਰਿਤਸਰ
pb-barnala|Barnala|ਬਰਨਾਲਾ
pb-bathinda|Bathinda|ਬਠਿੰਡਾ
pb-faridkot|Faridkot|ਫ਼ਰੀਦਕੋਟ
pb-fatehgarh-sahib|Fatehgarh Sahib|ਫ਼ਤਹਿਗੜ੍ਹ ਸਾਹਿਬ
pb-fazilka|Fazilka|ਫ਼ਾਜ਼ਿਲਕਾ
pb-firozepur|Firozepur|ਫ਼ਿਰੋਜ਼ਪੁਰ
pb-gurdaspur|Gurdaspur|ਗੁਰਦਾਸਪੁਰ
pb-hoshiarpur|Hoshiarpur|ਹੁਸ਼ਿਆਰਪੁਰ
pb-jalandhar|Jalandhar|ਜਲੰਧਰ
pb-kapurthala|Kapurthala|ਕਪੂਰਥਲਾ
pb-ludhiana|Ludhiana|ਲੁਧਿਆਣਾ
pb-malerkotla|Malerkotla|ਮਲੇਰਕੋਟਲਾ
pb-mansa|Mansa|ਮਾਨਸਾ
pb-moga|Moga|ਮੋਗਾ
pb-mohali-sas-nagar|Mohali (SAS Nagar)|ਮੋਹਾਲੀ (ਐਸ ਏ ਐਸ ਨਗਰ)
pb-nawanshahr-sbs-nagar|Nawanshahr (SBS Nagar)|ਨਵਾਂਸ਼ਹਿਰ (ਐਸ ਬੀ ਐਸ ਨਗਰ)
pb-pathankot|Pathankot|ਪਠਾਨਕੋਟ
pb-patiala|Patiala|ਪਟਿਆਲਾ
pb-rupnagar|Rupnagar|ਰੂਪਨਗਰ
pb-sangrur|Sangrur|ਸੰਗਰੂਰ
pb-sri-muktsar-sahib|Sri Muktsar Sahib|ਸ੍ਰੀ ਮੁਕਤਸਰ ਸਾਹਿਬ
pb-tarn-taran|Tarn Taran|ਤਰਨ ਤਾਰਨ
py-karaikal|Karaikal
py-mahe|Mahe
py-pondicherry|Pondicherry
py-yanam|Yanam
rj-ajmer|Ajmer
rj-alwar|Alwar
rj-banswara|Banswara
rj-baran|Baran
rj-barmer|Barmer
rj-bharatpur|Bharatpur
rj-bhilwara|Bhilwara
rj-bikaner|Bikaner
rj-bundi|Bundi
rj-chittorgarh|Chittorgarh
rj-churu|Churu
rj-dausa|Dausa
rj-dholpur|Dholpur
rj-dungarpur|Dungarpur
rj-ganganagar|Ganganagar
rj-hanumangarh|Hanumangarh
rj-jaipur|Jaipur
rj-jaisalmer|Jaisalmer
rj-jalore|Jalore
rj-jhalawar|Jhalawar
rj-jhunjhunu|Jhunjhunu
rj-jodhpur|Jodhpur
rj-karauli|Karauli
rj-kota|Kota
rj-nagaur|Nagaur
rj-pali|Pali
rj-pratapgarh|Pratapgarh
rj-rajsamand|Rajsamand
rj-sawai-madhopur|Sawai Madhopur
rj-sikar|Sikar
rj-sirohi|Sirohi
rj-tonk|Tonk
rj-udaipur|Udaipur
sk-east-district|East District
sk-north-district|North District
sk-pakyong|Pakyong
sk-soreng|Soreng
sk-south-district|South District
sk-west-district|West District
tn-ariyalur|Ariyalur
tn-chengalpattu|Chengalpattu
tn-chennai|Chennai
tn-coimbatore|Coimbatore
tn-cuddalore|Cuddalore
tn-dharmapuri|Dharmapuri
tn-dindigul|Dindigul
tn-erode|Erode
tn-kallakurichi|Kallakurichi
tn-kanchipuram|Kanchipuram
tn-kanniyakumari|Kanniyakumari
tn-karur|Karur
tn-krishnagiri|Krishnagiri
tn-madurai|Madurai
tn-mayiladuthurai|Mayiladuthurai
tn-nagapattinam|Nagapattinam
tn-namakkal|Namakkal
tn-perambalur|Perambalur
tn-pudukkottai|Pudukkottai
tn-ramanathapuram|Ramanathapuram
tn-ranipet|Ranipet
tn-salem|Salem
tn-sivaganga|Sivaganga
tn-tenkasi|Tenkasi
tn-thanjavur|Thanjavur
tn-the-nilgiris|The Nilgiris
tn-theni|Theni
tn-thiruvallur|Thiruvallur
tn-thiruvarur|Thiruvarur
tn-tiruchirappalli|Tiruchirappalli
tn-tirunelveli|Tirunelveli
tn-tirupathur|Tirupathur
tn-tiruppur|Tiruppur
tn-tiruvannamalai|Tiruvannamalai
tn-tuticorin|Tuticorin
tn-vellore|Vellore
tn-villupuram|Villupuram
tn-virudhunagar|Virudhunagar
tr-dhalai|Dhalai
tr-gomati|Gomati
tr-khowai|Khowai
tr-north-tripura|North Tripura
tr-sepahijala|Sepahijala
tr-south-tripura|South Tripura
tr-unakoti|Unakoti
tr-west-tripura|West Tripura
ts-adilabad|Adilabad
ts-bhadradri-kothagudem|Bhadradri Kothagudem
ts-hanumakonda|Hanumakonda
ts-hyderabad|Hyderabad
ts-jagitial|Jagitial
ts-jangoan|Jangoan
ts-jayashankar-bhupalapally|Jayashankar Bhupalapally
ts-jogulamba-gadwal|Jogulamba Gadwal
ts-kamareddy|Kamareddy
ts-karimnagar|Karimnagar
ts-khammam|Khammam
ts-kumuram-bheem-asifabad|Kumuram Bheem Asifabad
ts-mahabubabad|Mahabubabad
ts-mahabubnagar|Mahabubnagar
ts-mancherial|Mancherial
ts-medak|Medak
ts-medchal-malkajgiri|Medchal Malkajgiri
ts-mulugu|Mulugu
ts-nagarkurnool|Nagarkurnool
ts-nalgonda|Nalgonda
ts-narayanpet|Narayanpet
ts-nirmal|Nirmal
ts-nizamabad|Nizamabad
ts-peddapalli|Peddapalli
ts-rajanna-sircilla|Rajanna Sircilla
ts-ranga-reddy|Ranga Reddy
ts-sangareddy|Sangareddy
ts-siddipet|Siddipet
ts-suryapet|Suryapet
ts-vikarabad|Vikarabad
ts-wanaparthy|Wanaparthy
ts-warangal|Warangal
ts-yadadri-bhuvanagiri|Yadadri Bhuvanagiri
uk-almora|Almora
uk-bageshwar|Bageshwar
uk-chamoli|Chamoli
uk-champawat|Champawat
uk-dehradun|Dehradun
uk-haridwar|Haridwar
uk-nainital|Nainital
uk-pauri-garhwal|Pauri Garhwal
uk-pithoragarh|Pithoragarh
uk-rudra-prayag|Rudra Prayag
uk-tehri-garhwal|Tehri Garhwal
uk-udam-singh-nagar|Udam Singh Nagar
uk-uttar-kashi|Uttar Kashi
up-agra|Agra
up-aligarh|Aligarh
up-ambedkar-nagar|Ambedkar Nagar
up-amethi|Amethi
up-amroha|Amroha
up-auraiya|Auraiya
up-ayodhya|Ayodhya
up-azamgarh|Azamgarh
up-baghpat|Baghpat
up-bahraich|Bahraich
up-ballia|Ballia
up-balrampur|Balrampur
up-banda|Banda
up-barabanki|Barabanki
up-bareilly|Bareilly
up-basti|Basti
up-bhadohi|Bhadohi
up-bijnor|Bijnor
up-budaun|Budaun
up-bulandshahr|Bulandshahr
up-chandauli|Chandauli
up-chitrakoot|Chitrakoot
up-deoria|Deoria
up-etah|Etah
up-etawah|Etawah
up-farrukhabad|Farrukhabad
up-fatehpur|Fatehpur
up-firozabad|Firozabad
up-gautam-buddha-nagar|Gautam Buddha Nagar
up-ghaziabad|Ghaziabad
up-ghazipur|Ghazipur
up-gonda|Gonda
up-gorakhpur|Gorakhpur
up-hamirpur|Hamirpur
up-hapur|Hapur
up-hardoi|Hardoi
up-hathras|Hathras
up-jalaun|Jalaun
up-jaunpur|Jaunpur
up-jhansi|Jhansi
up-kannauj|Kannauj
up-kanpur-dehat|Kanpur Dehat
up-kanpur-nagar|Kanpur Nagar
up-kasganj|Kasganj
up-kaushambi|Kaushambi
up-kheri|Kheri
up-kushi-nagar|Kushi Nagar
up-lalitpur|Lalitpur
up-lucknow|Lucknow
up-maharajganj|Maharajganj
up-mahoba|Mahoba
up-mainpuri|Mainpuri
up-mathura|Mathura
up-mau|Mau
up-meerut|Meerut
up-mirzapur|Mirzapur
up-moradabad|Moradabad
up-muzaffarnagar|Muzaffarnagar
up-pilibhit|Pilibhit
up-pratapgarh|Pratapgarh
up-prayagraj|Prayagraj
up-rae-bareli|Rae Bareli
up-rampur|Rampur
up-saharanpur|Saharanpur
up-sambhal|Sambhal
up-sant-kabeer-nagar|Sant Kabeer Nagar
up-shahjahanpur|Shahjahanpur
up-shamli|Shamli
up-shravasti|Shravasti
up-siddharth-nagar|Siddharth Nagar
up-sitapur|Sitapur
up-sonbhadra|Sonbhadra
up-sultanpur|Sultanpur
up-unnao|Unnao
up-varanasi|Varanasi
wb-alipurduar|Alipurduar
wb-bankura|Bankura
wb-birbhum|Birbhum
wb-coochbehar|Coochbehar
wb-darjeeling|Darjeeling
wb-dinajpur-dakshin|Dinajpur Dakshin
wb-dinajpur-uttar|Dinajpur Uttar
wb-hooghly|Hooghly
wb-howrah|Howrah
wb-jalpaiguri|Jalpaiguri
wb-jhargram|Jhargram
wb-kalimpong|Kalimpong
wb-kolkata|Kolkata
wb-maldah|Maldah
wb-medinipur-east|Medinipur East
wb-medinipur-west|Medinipur West
wb-murshidabad|Murshidabad
wb-nadia|Nadia
wb-paraganas-north|24 Paraganas North
wb-paraganas-south|24 Paraganas South
wb-paschim-bardhaman|Paschim Bardhaman
wb-purba-bardhaman|Purba Bardhaman
wb-purulia|Purulia`;
