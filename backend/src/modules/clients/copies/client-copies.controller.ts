import { Controller, Get, Param, Res } from '@nestjs/common';
import { ApiOkResponse, ApiProduces, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { CurrentActor, CurrentUser, Roles } from '../../../common/access/access.decorators';
import type { Actor, CurrentUserData } from '../../../common/access/actor';
import { UuidParam } from '../../../common/http/fields';
import { waitsApart } from '../../../common/http/hang-up';
import { article, facts, PAGE_END, pageStart, section } from '../../../common/http/record-page';
import { writeParts } from '../../../common/http/write-part';
import * as messages from '../messages';
import { ClientCopiesService, ClientCopy } from './client-copies.service';
import { ClientCopyDto, CopiedEntryDto } from './client-copy.dto';

@ApiTags('therapist')
@Controller('therapist/clients/:id')
@Roles('therapist')
export class ClientCopiesController {
  constructor(private readonly copies: ClientCopiesService) {}

  @Get('export')
  @ApiOkResponse({ type: ClientCopyDto })
  async data(@CurrentUser() user: CurrentUserData, @CurrentActor() actor: Actor, @Param('id', UuidParam) id: string, @Res() response: Response): Promise<void> {
    await this.copies.copy({ ...actor, id: user.id }, id, waitsApart(response), async (copy, on) => {
      response.type('application/json; charset=utf-8').setHeader('Content-Disposition', attachment(copy, 'json'));
      await writeParts(response, dataOf(copy), on);
    });
  }

  @Get('export.html')
  @ApiProduces('text/html')
  @ApiOkResponse({ schema: { type: 'string' } })
  async page(@CurrentUser() user: CurrentUserData, @CurrentActor() actor: Actor, @Param('id', UuidParam) id: string, @Res() response: Response): Promise<void> {
    await this.copies.copy({ ...actor, id: user.id }, id, waitsApart(response), async (copy, on) => {
      response.type('text/html; charset=utf-8').setHeader('Content-Disposition', attachment(copy, 'html'));
      await writeParts(response, pageOf(copy), on);
    });
  }
}

/** A `ClientCopyDto`, entry by entry. */
async function* dataOf({ exported_at, client_id, parts }: ClientCopy): AsyncGenerator<string> {
  yield `${JSON.stringify({ exported_at, client_id }).slice(0, -1)},"parts":[`;
  for (const [index, { title, entries }] of parts.entries()) {
    yield `${index > 0 ? ',' : ''}{"title":${JSON.stringify(title)},"entries":[`;
    let entry = await entries.next();
    for (let before = ''; !entry.done; before = ',') {
      yield before + JSON.stringify(entry.value);
      entry = await entries.next();
    }
    yield `]${entry.value === undefined ? '' : `,"left_out":${JSON.stringify(entry.value)}`}}`;
  }
  yield ']}';
}

async function* pageOf({ exported_at, parts }: ClientCopy): AsyncGenerator<string> {
  yield pageStart(messages.COPY_TITLE, exported_at);
  for (const { title, entries } of parts) yield* section(title, entries, entryOf);
  yield PAGE_END;
}

function entryOf({ title, about = '', text = '', items = [], facts: known = [] }: CopiedEntryDto): Iterable<string> {
  return article(title, about, text, items, known.length > 0 ? facts(known.map(({ label, value }) => [label, value])) : []);
}

/** No name in it: file names are read over shoulders. */
function attachment({ exported_at }: ClientCopy, extension: string): string {
  return `attachment; filename="client-record-${exported_at.slice(0, 10)}.${extension}"`;
}
