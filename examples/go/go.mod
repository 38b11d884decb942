module example.com/gatehouse-example

go 1.19
