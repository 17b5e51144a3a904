import { Body, Controller, Delete, Get, HttpCode, Param, Post } from '@nestjs/common';
import { ApiAcceptedResponse, ApiCreatedResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { CurrentActor, CurrentUser, Public, Roles, SignedInClient } from '../../../common/access/access.decorators';
import type { Actor, CurrentUserData } from '../../../common/access/actor';
import { UuidParam } from '../../../common/http/fields';
import { BookingConfirmationDto } from '../booking/booking.dto';
import { WaitingListService } from './waiting-list.service';
import { JoinWaitingListDto, WaitingJoinedDto, WaitingOfferTokenDto, WaitingPersonDto, WaitingRemovalDto, WaitingRequestDto, WaitingTokenDto } from './waiting.dto';

/** By POST, for the token belongs into no address. */
@ApiTags('public')
@Controller('waiting-list')
@Public()
export class WaitingListController {
  constructor(private readonly waiting: WaitingListService) {}

  @Post()
  @HttpCode(202)
  @ApiAcceptedResponse({ type: WaitingJoinedDto })
  async join(@Body() body: JoinWaitingListDto, @CurrentActor() actor: Actor, @SignedInClient() client: CurrentUserData | undefined): Promise<WaitingJoinedDto> {
    await this.waiting.join(actor, body, client);
    return { status: 'mail_sent' };
  }

  @Post('request')
  @HttpCode(200)
  @ApiOkResponse({ type: WaitingRequestDto })
  show(@Body() { token }: WaitingTokenDto, @CurrentActor() actor: Actor, @SignedInClient() client: CurrentUserData | undefined): Promise<WaitingRequestDto> {
    return this.waiting.show({ actor, client }, token);
  }

  @Post('confirm')
  @HttpCode(200)
  @ApiOkResponse({ type: WaitingRequestDto })
  confirm(@Body() { token }: WaitingTokenDto, @CurrentActor() actor: Actor, @SignedInClient() client: CurrentUserData | undefined): Promise<WaitingRequestDto> {
    return this.waiting.confirm({ actor, client }, token);
  }

  @Post('leave')
  @HttpCode(200)
  @ApiOkResponse({ type: WaitingRequestDto })
  leave(@Body() { token }: WaitingTokenDto, @CurrentActor() actor: Actor, @SignedInClient() client: CurrentUserData | undefined): Promise<WaitingRequestDto> {
    return this.waiting.leave({ actor, client }, token);
  }

  @Post('accept')
  @ApiCreatedResponse({ type: BookingConfirmationDto })
  accept(@Body() { token, offer_id }: WaitingOfferTokenDto, @CurrentActor() actor: Actor): Promise<BookingConfirmationDto> {
    return this.waiting.accept(actor, token, offer_id);
  }

  @Post('decline')
  @HttpCode(200)
  @ApiOkResponse({ type: WaitingRequestDto })
  decline(@Body() { token, offer_id }: WaitingOfferTokenDto, @CurrentActor() actor: Actor, @SignedInClient() client: CurrentUserData | undefined): Promise<WaitingRequestDto> {
    return this.waiting.decline({ actor, client }, token, offer_id);
  }
}

@ApiTags('therapist')
@Controller('therapist/waiting-list')
@Roles('therapist')
export class TherapistWaitingListController {
  constructor(private readonly waiting: WaitingListService) {}

  @Get()
  @ApiOkResponse({ type: [WaitingPersonDto] })
  list(@CurrentUser() user: CurrentUserData, @CurrentActor() actor: Actor): Promise<WaitingPersonDto[]> {
    return this.waiting.listOf({ ...actor, id: user.id });
  }

  @Delete(':id')
  @ApiOkResponse({ type: WaitingRemovalDto })
  remove(@CurrentUser() user: CurrentUserData, @CurrentActor() actor: Actor, @Param('id', UuidParam) id: string): Promise<WaitingRemovalDto> {
    return this.waiting.remove({ ...actor, id: user.id }, id);
  }
}
