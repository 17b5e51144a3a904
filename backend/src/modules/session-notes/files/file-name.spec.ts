import { fileNameOf, MAX_FILE_NAME } from './file-name';

describe('the name of a file', () => {
  it.each([
    ['page.png', 'page.png'],
    ['Sitzung 3 (März).PNG', 'Sitzung 3 (März).PNG'],
    ['../../etc/passwd', 'passwd.png'],
    ['C:\\Users\\kim\\note.png', 'note.png'],
    ['..', 'file.png'],
    ['', 'file.png'],
    ['.png', 'png.png'],
    ['a\0b\r\nContent-Type: x.png', 'abContent-Type: x.png'],
    ['gnp.\u202Egnp.exe', 'gnp.gnp.exe.png'],
    ['\u2066no\u200Bte\uFEFF.png', 'note.png'],
    ['page.svg', 'page.svg.png'],
    ['page.html', 'page.html.png'],
    ['  a   b .png ', 'a b.png'],
    ['ملاحظة.png', 'ملاحظة.png'],
    ['e\u0301.png', '\u00e9.png'],
    ['note\ud800.png', 'note.png'],
  ])('%j becomes %j', (sent, name) => {
    expect(fileNameOf(sent, 'image/png')).toBe(name);
  });

  it('keeps its ending where it is long, and no half of a character', () => {
    const name = fileNameOf(`${'📄'.repeat(400)}.pdf`, 'application/pdf');
    expect([...name].length).toBe(MAX_FILE_NAME);
    expect(name).toMatch(/^(📄){196}\.pdf$/u);
  });
});
