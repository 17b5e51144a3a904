import { Body, Controller, Get, HttpException, Ip, Param, Post, Query } from '@nestjs/common';
import { BookingBody } from '../reference/facts';
import { Answer, Practice } from '../reference/practice';
import { Open } from './session.guard';

@Controller()
@Open()
export class PublicController {
  constructor(private readonly practice: Practice) {}

  @Get('public/therapist/:id')
  async profile(@Param('id') id: string): Promise<unknown> {
    return bodyOf(await this.practice.publicProfile(id));
  }

  @Get('public/therapist/:id/services')
  async services(@Param('id') id: string): Promise<unknown> {
    return bodyOf(await this.practice.publicServices(id));
  }

  @Get('public/therapist/:id/availability')
  async freeTimes(@Param('id') id: string, @Query() query: { service_id: string; from: string; to: string }): Promise<unknown> {
    return bodyOf(await this.practice.freeTimes(id, query));
  }

  @Post('bookings')
  async book(@Body() body: BookingBody, @Ip() address: string): Promise<unknown> {
    return bodyOf(await this.practice.book(body, address));
  }
}

function bodyOf({ status, body }: Answer): unknown {
  if (status >= 400) throw new HttpException(body as object, status);
  return body;
}
