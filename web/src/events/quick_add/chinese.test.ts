import { describe, expect, it } from 'vitest';
import messages from 'virtual:messages/zh';
import { inChinese } from '../../when/words/chinese';
import { parse } from './parse';
import { context } from './test_quick_add';

// A Sunday.
const read = (text: string) => parse(text, { ...context, isDayFirst: false, translate: inChinese });

describe('a Chinese line of quick add', () => {
  it.each([
    ['明天下午1点午饭', '午饭', '2026-11-16T13:00'],
    ['午饭 明天 13:00', '午饭', '2026-11-16T13:00'],
    ['11月17日上午9点半看牙医', '看牙医', '2026-11-17T09:30'],
    ['2026年12月24日家庭聚餐', '家庭聚餐', '2026-12-24'],
    ['买牛奶', '买牛奶', '2026-11-15'],
    ['今晚看电影', '看电影', '2026-11-15T20:00'],
    ['后天十点开会', '开会', '2026-11-17T10:00'],
    ['下周五三点半面试', '面试', '2026-11-20T15:30'],
    ['周二晚上八点和张三吃饭', '和张三吃饭', '2026-11-17T20:00'],
    ['3天后交报告', '交报告', '2026-11-18'],
    ['两小时后休息', '休息', '2026-11-15T12:00'],
    ['12月24日到1月2日度假', '度假', '2026-12-24'],
    ['和李四明天讨论方案', '和李四讨论方案', '2026-11-16'],
    ['“明天会更好”演出 下周一', '明天会更好 演出', '2026-11-16'],
    ['Lunch tomorrow 13:00', 'Lunch', '2026-11-16T13:00'],
  ])('%s', (text, title, start) => {
    expect(read(text).draft).toMatchObject({ title, start });
  });

  it.each([
    ['明天下午3点到5点开会', '2026-11-16T17:00'],
    ['明天18:00健身45分钟', '2026-11-16T18:45'],
    ['明天晚上6点健身半小时', '2026-11-16T18:30'],
    ['明天晚上6点健身一个半小时', '2026-11-16T19:30'],
    ['11月24日到26日展会', '2026-11-27'],
  ])('%s ends at %s', (text, end) => {
    expect(read(text).draft.end).toBe(end);
  });

  it.each([
    ['每周一18:00瑜伽', '瑜伽', 'FREQ=WEEKLY;BYDAY=MO'],
    ['每周一、三、五上午7点跑步', '跑步', 'FREQ=WEEKLY;BYDAY=MO,WE,FR'],
    ['每周二和周四瑜伽', '瑜伽', 'FREQ=WEEKLY;BYDAY=TU,TH'],
    ['每天早上8点吃药', '吃药', 'FREQ=DAILY'],
    ['每两周大扫除', '大扫除', 'FREQ=WEEKLY;INTERVAL=2'],
    ['隔周五倒垃圾', '倒垃圾', 'FREQ=WEEKLY;INTERVAL=2;BYDAY=FR'],
    ['每月第一个周二聚会', '聚会', 'FREQ=MONTHLY;BYDAY=1TU'],
    ['每月最后一个周五聚会', '聚会', 'FREQ=MONTHLY;BYDAY=-1FR'],
    ['每月1号交房租', '交房租', 'FREQ=MONTHLY;BYMONTHDAY=1'],
    ['每月最后一天结账', '结账', 'FREQ=MONTHLY;BYMONTHDAY=-1'],
    ['每个工作日9:15晨会', '晨会', 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR'],
    ['每年3月3日生日', '生日', 'FREQ=YEARLY'],
    ['每3天浇花', '浇花', 'FREQ=DAILY;INTERVAL=3'],
    ['每周一瑜伽10次', '瑜伽', 'FREQ=WEEKLY;COUNT=10;BYDAY=MO'],
    ['每周一瑜伽直到12月24日', '瑜伽', 'FREQ=WEEKLY;UNTIL=20261224;BYDAY=MO'],
  ])('%s repeats', (text, title, rrule) => {
    expect(read(text).draft).toMatchObject({ title, rrule });
  });

  it('reads reminders and tags', () => {
    expect(read('下午4点打电话 !15分钟 #工作').draft).toMatchObject({
      title: '打电话',
      reminderMinutes: [15],
      tags: ['工作'],
    });
    expect(read('下午4点打电话 提前2小时提醒').draft.reminderMinutes).toEqual([120]);
    expect(read('提醒我明天打电话').draft.title).toBe('打电话');
  });

  it('understands the example that people see', () => {
    expect(read(messages.eventEditor.quickAdd.example()).draft).toMatchObject({
      title: '午饭',
      start: '2026-11-16T13:00',
      rrule: 'FREQ=WEEKLY;BYDAY=MO',
      tags: ['工作'],
    });
  });

  it('marks the words that were typed', () => {
    const text = '和李四明天下午3点讨论';
    const marked = read(text).pieces.map(({ start, end }) => text.slice(start, end));
    expect(marked.join('')).toBe('明天下午3点');
  });
});
