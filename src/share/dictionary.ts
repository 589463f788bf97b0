/**
 * The text that the compression of packed links starts from: what many links contain, the most frequent last. It is
 * part of link version 1 and frozen: with another dictionary, no existing packed link could be read.
 */
export const DICTIONARY_V1 =
  'pin.preset=&pin.phases=&modelVersion=runtime-&at.outsideMemory=&at.otherMemory=&at.cpuLimiter=false,true&at.procs=' +
  '&at.containerLimit=&dropsLate=true,,&goroutines=&sweepRate=&heapOverhead=&globals=&stacks=MiB&pointerFreeLive=' +
  '&scannableShare=0.&peakAllocRate=GiB&busyProcs=&pauseCost=&outsideMemory=&initialLive=&otherMemory=&theme=dark&hide=' +
  '&hold=1&zoom=0~&containerLimit=&cpuLimiter=true&gogc=off&model=runtime&procs=&memoryLimit=MiB&pace=clock' +
  '&fixedCost=0.04&at=&at.memoryLimit=,GiB,MiB&at.gogc=off,50,100,200&scanRate=1.5GiB,2GiB,&newSurvivalRate=0.5,0.02,,,1' +
  '&oldDeathRate=,,,,0.5,0.1&phases=6&title=&duration=10,1,2,5,0.5,0.5&allocRate=200MiB,100MiB,20MiB,20MiB,20MiB'
