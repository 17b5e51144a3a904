/** Names and addresses of the demo practice: long, accented, right-to-left, ordinary. None belongs to a real person. */
export const DEMO_PEOPLE: readonly { name: string; email: string; phone: string | null }[] = [
  { name: 'Nadia Öztürk-Lindqvist', email: 'nadia.oeztuerk@clients.example', phone: '+1 (212) 555-0134' },
  { name: 'Jonah Whitfield', email: 'jonah.whitfield@clients.example', phone: null },
  { name: 'عمر الفاروق', email: 'omar.alfarouq@clients.example', phone: '+1 212 555 0188' },
  { name: 'Wilhelmina van der Bergh-Castellanos', email: 'wilhelmina.bergh@clients.example', phone: '+31 20 555 0100' },
  { name: 'Łucja Żółkiewska', email: 'lucja.zolkiewska@clients.example', phone: null },
  { name: 'דניאלה כהן־מזרחי', email: 'daniela.cohen@clients.example', phone: '+972 3 555 0142' },
  { name: 'Siobhán Ní Dhomhnaill', email: 'siobhan.nidhomhnaill@clients.example', phone: null },
  { name: 'Bartholomew Featherstonehaugh-Cholmondeley of Lower Wensleydale', email: 'bartholomew.f@clients.example', phone: '+44 20 7946 0018' },
  { name: 'Thảo Nguyễn', email: 'thao.nguyen@clients.example', phone: '212.555.0177' },
  { name: '山田 花子', email: 'hanako.yamada@clients.example', phone: null },
  { name: 'José Ángel Peña', email: 'jose.pena@clients.example', phone: '+1 646 555 0119' },
  { name: 'Zoë Ström', email: 'zoe.stroem@clients.example', phone: null },
  { name: 'Ebele Chukwuemeka', email: 'ebele.chukwuemeka@clients.example', phone: '+1 (917) 555-0155' },
  { name: 'Mia Li', email: 'mia.li@clients.example', phone: null },
  { name: 'Anastasía Papadopoúlou', email: 'anastasia.p@clients.example', phone: '+30 21 5555 0110' },
  { name: 'Ravi Subramaniam', email: 'ravi.subramaniam@clients.example', phone: '+1 347 555 0166' },
  { name: 'فاطمة الزهراء بنت عبد الرحمن', email: 'fatima.zahra@clients.example', phone: null },
  { name: 'Grace O’Malley', email: 'grace.omalley@clients.example', phone: '+353 1 555 0123' },
];

export const DEMO_NOTES: readonly string[] = [
  'I would rather not use video the first time.',
  'Could we keep the camera off? My flat is small and I share it.',
  'I will be five minutes late, coming straight from work.',
  'أفضل أن نتحدث بالإنجليزية، ولكن قد أحتاج إلى بعض الوقت.',
  'Last week was hard. I have written down what I would like to talk about, so that I do not lose the thread when I am nervous: sleep, the argument with my brother, and whether to take the new position.',
];
