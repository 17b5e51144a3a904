import { INestApplicationContext } from '@nestjs/common';
import { SYSTEM_ACTOR } from '../../src/common/access/actor';
import { Works } from '../../src/common/work/work';
import { PersonAddresses } from '../../src/modules/auth/addresses/person-addresses.service';

/** Notes the addresses of people whom a test wrote into the tables, as the product does of those it makes. @returns how many */
export function notePeople(app: INestApplicationContext): Promise<number> {
  return app.get(Works, { strict: false }).begin(SYSTEM_ACTOR, ({ tx, now }) => app.get(PersonAddresses, { strict: false }).adopt(now(), tx));
}
